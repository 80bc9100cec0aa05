-- When each change of a project's feed was made: a screen that begins to follow a project after the latest one has missed nothing.
alter table project_changes add column made_at timestamptz not null default clock_timestamp();
