-- First answers to writes that carried an Idempotency-Key, written in the transaction of the write itself.
create table kept_answers (
  user_id bigint not null references users (id),
  key text not null,
  fingerprint text not null,
  status int,
  body text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index kept_answers_by_age on kept_answers (created_at);
