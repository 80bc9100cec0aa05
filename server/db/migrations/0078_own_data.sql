-- An account that its person has deleted: nothing in it leads to them, and what they did stays under it.
alter table users add column deleted_at timestamptz;

-- A deleted team has no members, so nobody reaches anything of it; whoever they were comes back when its owner restores it. From `purge_at` on it is
-- removed for good, in slices; `purging_at` says that this has begun, after which nothing is restored.
alter table teams add column deleted_at timestamptz;
alter table teams add column purge_at timestamptz;
alter table teams add column purging_at timestamptz;
create index teams_to_purge on teams (purge_at) where purge_at is not null;
create table former_members (
  team_id bigint not null references teams (id),
  user_id bigint not null references users (id),
  role text not null,
  created_at timestamptz not null,
  -- What they may do in projects, where that is limited: it holds again when the team comes back.
  limits jsonb not null,
  primary key (team_id, user_id)
);
create index former_members_by_user on former_members (user_id);
