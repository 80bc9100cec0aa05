-- A change says within its event when it was made: the query of a client fits a process of the earlier version, which does not know the column.
create or replace function complete_project_change() returns trigger language plpgsql as $$
begin
  update project_changes c
     set touched = touched_by(new.team_id, new.event_id),
         event = (
           select to_jsonb(e) - 'team_id' || jsonb_build_object(
                    'created_at', to_char(e.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                    'made_at', to_char(new.made_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
             from recent_events e where e.team_id = new.team_id and e.id = new.event_id)
   where c.team_id = new.team_id and c.project_id = new.project_id and c.id = new.id;
  if new.id % 20 = 0 then
    delete from project_changes c
     where c.team_id = new.team_id and c.project_id = new.project_id
       and c.id <= (select id from project_changes where team_id = new.team_id and project_id = new.project_id order by id desc offset 100 limit 1);
  end if;
  return null;
end $$;
