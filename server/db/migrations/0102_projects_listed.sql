-- When a project was made, renamed, deleted or restored, or got another status, whichever came last. A page that begins to follow its team
-- learns from it whether the lists it has read may be older.
alter table projects add column listed_at timestamptz not null default clock_timestamp();

create function note_listing() returns trigger language plpgsql as $$
begin
  new.listed_at := clock_timestamp();
  return new;
end $$;
comment on function note_listing is 'Notes when what the lists of projects show of a project has changed.';
create trigger listing_noted before update of name, status, deleted_at on projects for each row
  when ((old.name, old.status, old.deleted_at) is distinct from (new.name, new.status, new.deleted_at)) execute function note_listing();

create or replace view team_projects as
  select p.team_id,
         coalesce(md5(string_agg(concat_ws(' ', p.id, p.status, p.name), chr(10) order by p.id) filter (where p.deleted_at is null)), '') as state,
         max(p.listed_at) as changed_at
    from projects p group by p.team_id;
