-- How each person folds, sorts and filters a list, in the estimate and in acts. The schemas are in domain/; what no longer fits one counts as nothing.
create table row_views (
  team_id bigint not null,
  list_id bigint not null,
  user_id bigint not null references users (id) on delete cascade,
  view jsonb not null,
  updated_at timestamptz not null,
  primary key (team_id, list_id, user_id),
  foreign key (team_id, list_id) references lists (team_id, id) on delete cascade
);
create index row_views_by_user on row_views (user_id);
