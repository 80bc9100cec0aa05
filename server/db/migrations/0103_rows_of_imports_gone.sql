-- A list whose rows are gone is removed without searching for them: where 100,000 have just been removed, each would be read once more.
create or replace function delete_rows_of_import_lists() returns trigger language plpgsql as $$
declare
  l record;
begin
  for l in select o.team_id, o.rows_id from old_lists o join import_list_facts f on f.team_id = o.team_id and f.rows_id = o.rows_id
            where f.entry_count > 0 loop
    delete from import_rows where team_id = l.team_id and rows_id = l.rows_id;
  end loop;
  delete from import_list_facts f using old_lists o where f.team_id = o.team_id and f.rows_id = o.rows_id;
  return null;
end $$;

-- The few corrected rows of a list are found without reading the others.
create index import_rows_corrected on import_rows (team_id, rows_id) where corrections <> '{}'::jsonb;
