-- How each person has set up their screens, by what it is about. The schemas are in domain/; what no longer fits one counts as nothing.
create table preferences (
  user_id bigint not null references users (id) on delete cascade,
  name text not null,
  value jsonb not null,
  primary key (user_id, name)
);
