-- The state of the lists of a team's projects, as a value that changes with it: whoever follows it reads the lists again.
create view team_projects as
  select p.team_id, md5(string_agg(concat_ws(' ', p.id, p.status, p.name), chr(10) order by p.id)) as state
    from projects p where p.deleted_at is null group by p.team_id;

create function tell_of_projects() returns trigger language plpgsql as $$
begin
  perform pg_notify('actum', 'team:' || coalesce(new.team_id, old.team_id));
  return null;
end $$;
create trigger projects_told after insert or delete on projects for each row execute function tell_of_projects();
create trigger changed_projects_told after update of name, status, deleted_at on projects for each row
  when ((old.name, old.status, old.deleted_at) is distinct from (new.name, new.status, new.deleted_at)) execute function tell_of_projects();
