-- Rows of an import come by COPY, a few hundred at once.

-- Their amounts follow from their numbers, whoever writes them.
alter table import_rows drop column labour, drop column materials, drop column tools;
alter table import_rows add column labour numeric(30, 2) not null generated always as (round(quantity * unit_labour, 2)) stored;
alter table import_rows add column materials numeric(30, 2) not null generated always as (round(quantity * unit_materials, 2)) stored;
alter table import_rows add column tools numeric(30, 2) not null generated always as (round(quantity * unit_tools, 2)) stored;

-- The texts of a row are only shown, as they are.
alter table import_rows alter column cells type json using cells::json;

-- A file is compressed already.
alter table import_files alter column bytes set storage external;

-- That each row has its list is asked once a statement, where the foreign key asked for each row. Nothing changes the list of a row but `takePlace`,
-- which locks it (server/imports/remap.ts).
alter table import_rows drop constraint import_rows_team_id_list_id_fkey;
create function check_lists_of_import_rows() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct n.team_id, n.list_id from new_rows n) n
     where not exists (select from import_lists l where l.team_id = n.team_id and l.id = n.list_id for key share)
  ) then
    raise foreign_key_violation using message = 'rows of an import without their list';
  end if;
  return null;
end $$;
create trigger lists_of_import_rows after insert on import_rows referencing new table as new_rows
  for each statement execute function check_lists_of_import_rows();

create function delete_rows_of_import_lists() returns trigger language plpgsql as $$
begin
  delete from import_rows r using old_lists l where r.team_id = l.team_id and r.list_id = l.id;
  return null;
end $$;
create trigger rows_of_import_lists after delete on import_lists referencing old table as old_lists
  for each statement execute function delete_rows_of_import_lists();

-- The same for rows of an estimate, of which an import and a copy write 100,000 at once.
alter table estimate_rows drop constraint estimate_rows_team_id_list_id_fkey;
create function check_lists_of_estimate_rows() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct n.team_id, n.list_id from new_rows n) n
     where not exists (select from lists l where l.team_id = n.team_id and l.id = n.list_id for key share)
  ) then
    raise foreign_key_violation using message = 'rows without their list';
  end if;
  return null;
end $$;
create trigger lists_of_estimate_rows after insert on estimate_rows referencing new table as new_rows
  for each statement execute function check_lists_of_estimate_rows();

create function check_list_of_moved_row() returns trigger language plpgsql as $$
begin
  perform from lists l where l.team_id = new.team_id and l.id = new.list_id for key share;
  if not found then raise foreign_key_violation using message = 'a row without its list'; end if;
  return null;
end $$;
create trigger list_of_moved_row after update of team_id, list_id on estimate_rows
  for each row when ((old.team_id, old.list_id) is distinct from (new.team_id, new.list_id)) execute function check_list_of_moved_row();

create function keep_lists_of_rows() returns trigger language plpgsql as $$
begin
  if exists (select from old_lists l join estimate_rows r on r.team_id = l.team_id and r.list_id = l.id) then
    raise foreign_key_violation using message = 'a list that has rows is kept';
  end if;
  return null;
end $$;
create trigger rows_keep_lists after delete on lists referencing old table as old_lists
  for each statement execute function keep_lists_of_rows();
