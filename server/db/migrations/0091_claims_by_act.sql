-- The claims of an act are found without reading those of all others.
create index act_rows_by_act on act_rows (team_id, act_id);

-- What a statement writes 100,000 times over is checked once, where foreign keys asked for each row: they were two thirds of the time of a
-- claim. Rows are not locked by it: whoever writes or removes them has locked their project (server/access/refs.ts).
alter table act_rows drop constraint act_rows_team_id_act_id_fkey;
alter table act_rows drop constraint act_rows_team_id_row_id_fkey;
create function check_claims() returns trigger language plpgsql as $$
declare is_broken boolean;
begin
  if exists (
    select from (select distinct n.team_id, n.act_id from new_rows n) n
     where not exists (select from acts a where a.team_id = n.team_id and a.id = n.act_id for key share)
  ) then
    raise foreign_key_violation using message = 'claims without their act';
  end if;
  -- Many rows are planned anew: a connection keeps the plan of its first call, and a join of whole tables would be kept for single rows too.
  if exists (select from new_rows offset 1000) then
    execute 'select exists (select from new_rows n left join estimate_rows r on r.team_id = n.team_id and r.id = n.row_id where r.id is null)'
      into is_broken;
  else
    is_broken := exists (
      select from new_rows n where not exists (select from estimate_rows r where r.team_id = n.team_id and r.id = n.row_id offset 0));
  end if;
  if is_broken then
    raise foreign_key_violation using message = 'claims without their row';
  end if;
  return null;
end $$;
create trigger claims_have_act_and_row after insert on act_rows referencing new table as new_rows
  for each statement execute function check_claims();

create function check_moved_claim() returns trigger language plpgsql as $$
begin
  perform from acts a join estimate_rows r on r.team_id = a.team_id and r.id = new.row_id
    where a.team_id = new.team_id and a.id = new.act_id for key share of a;
  if not found then raise foreign_key_violation using message = 'a claim without its act or row'; end if;
  return null;
end $$;
create trigger act_and_row_of_moved_claim after update of team_id, act_id, row_id on act_rows
  for each row when ((old.team_id, old.act_id, old.row_id) is distinct from (new.team_id, new.act_id, new.row_id)) execute function check_moved_claim();

create function keep_acts_of_claims() returns trigger language plpgsql as $$
begin
  if exists (select from old_acts a where exists (select from act_rows d where d.team_id = a.team_id and d.act_id = a.id offset 0)) then
    raise foreign_key_violation using message = 'an act that has claims is kept';
  end if;
  return null;
end $$;
create trigger claims_keep_acts after delete on acts referencing old table as old_acts
  for each statement execute function keep_acts_of_claims();

create function keep_rows_of_claims() returns trigger language plpgsql as $$
declare is_claimed boolean;
begin
  if exists (select from old_rows offset 1000) then
    execute 'select exists (select from old_rows r join act_rows d on d.team_id = r.team_id and d.row_id = r.id)' into is_claimed;
  else
    is_claimed := exists (
      select from old_rows r where exists (select from act_rows d where d.team_id = r.team_id and d.row_id = r.id offset 0));
  end if;
  if is_claimed then
    raise foreign_key_violation using message = 'a row that is claimed is kept';
  end if;
  return null;
end $$;
create trigger claims_keep_rows after delete on estimate_rows referencing old table as old_rows
  for each statement execute function keep_rows_of_claims();

alter table event_changes drop constraint event_changes_team_id_event_id_fkey;
create function check_events_of_changes() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct n.team_id, n.event_id from new_rows n) n
     where not exists (select from recent_events e where e.team_id = n.team_id and e.id = n.event_id for key share)
  ) then
    raise foreign_key_violation using message = 'changes without their event';
  end if;
  return null;
end $$;
create trigger events_of_changes after insert on event_changes referencing new table as new_rows
  for each statement execute function check_events_of_changes();

create function delete_changes_of_events() returns trigger language plpgsql as $$
declare gone record;
begin
  for gone in select o.team_id, o.id from old_events o loop
    delete from event_changes c where c.team_id = gone.team_id and c.event_id = gone.id;
  end loop;
  return null;
end $$;
create trigger changes_of_events after delete on recent_events referencing old table as old_events
  for each statement execute function delete_changes_of_events();
