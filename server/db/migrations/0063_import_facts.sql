-- What a list of an import adds up to is kept, so that it is not added up anew after each correction.
create table import_list_facts (
  team_id bigint not null,
  list_id bigint not null,
  row_count int not null,
  updated_count int not null,
  error_count int not null,
  labour numeric(40, 2) not null,
  materials numeric(40, 2) not null,
  tools numeric(40, 2) not null,
  priced int not null,
  computing int not null,
  differing int not null,
  differing_by numeric(40, 2) not null,
  in_error numeric(40, 2) not null,
  primary key (team_id, list_id),
  foreign key (team_id, list_id) references import_lists (team_id, id) on delete cascade
);

-- One function for each kind of statement. `sign` is -1 for what was there and 1 for what is.
do $do$
declare
  part record;
  add_up constant text := $s$
    insert into import_list_facts as kept
    select c.team_id, c.list_id,
           coalesce(sum(sign) filter (where kind = 'row'), 0),
           coalesce(sum(sign) filter (where kind = 'row' and (is_new or changes <> '{}'::jsonb)), 0),
           coalesce(sum(sign) filter (where errors <> '[]'::jsonb), 0),
           coalesce(sum(sign * labour) filter (where errors = '[]'::jsonb), 0),
           coalesce(sum(sign * materials) filter (where errors = '[]'::jsonb), 0),
           coalesce(sum(sign * tools) filter (where errors = '[]'::jsonb), 0),
           coalesce(sum(sign) filter (where labour + materials + tools <> 0 or stated <> 0), 0),
           coalesce(sum(sign) filter (where stated <> 0 and errors = '[]'::jsonb
             and not jsonb_exists_any(remarks, array['amountDiffers', 'derived', 'quantityDerived', 'quantityOne'])), 0),
           coalesce(sum(sign) filter (where jsonb_exists(remarks, 'amountDiffers')), 0),
           coalesce(sum(sign * (stated - labour - materials - tools)) filter (where jsonb_exists(remarks, 'amountDiffers')), 0),
           coalesce(sum(sign * stated) filter (where errors <> '[]'::jsonb), 0)
      from (%s) c group by c.team_id, c.list_id
    on conflict (team_id, list_id) do update set
      row_count = kept.row_count + excluded.row_count, updated_count = kept.updated_count + excluded.updated_count,
      error_count = kept.error_count + excluded.error_count, labour = kept.labour + excluded.labour,
      materials = kept.materials + excluded.materials, tools = kept.tools + excluded.tools, priced = kept.priced + excluded.priced,
      computing = kept.computing + excluded.computing, differing = kept.differing + excluded.differing,
      differing_by = kept.differing_by + excluded.differing_by, in_error = kept.in_error + excluded.in_error
  $s$;
begin
  for part in select * from (values
    ('insert', 'referencing new table as new_rows', 'select n.*, 1 as sign from new_rows n'),
    ('update', 'referencing old table as old_rows new table as new_rows',
     'select o.*, -1 as sign from old_rows o union all select n.*, 1 as sign from new_rows n')) as parts (op, tables, changed)
  loop
    execute format($f$
      create function keep_import_facts_after_%1$s() returns trigger language plpgsql as $body$
      begin
        %2$s;
        return null;
      end $body$;
      create trigger import_facts_after_%1$s after %1$s on import_rows %3$s
        for each statement execute function keep_import_facts_after_%1$s();
    $f$, part.op, format(add_up, part.changed), part.tables);
  end loop;
  -- Those of imports that are under review while this runs.
  execute format(add_up, 'select r.*, 1 as sign from import_rows r');
end $do$;

-- Rows go one by one, or with their list, which takes its facts along: only what is left of a list that stays is added up again.
create function keep_import_facts_after_delete() returns trigger language plpgsql as $$
begin
  with gone as (
    select team_id, list_id,
           coalesce(sum(1) filter (where kind = 'row'), 0) as row_count,
           coalesce(sum(1) filter (where kind = 'row' and (is_new or changes <> '{}'::jsonb)), 0) as updated_count,
           coalesce(sum(1) filter (where errors <> '[]'::jsonb), 0) as error_count,
           coalesce(sum(labour) filter (where errors = '[]'::jsonb), 0) as labour,
           coalesce(sum(materials) filter (where errors = '[]'::jsonb), 0) as materials,
           coalesce(sum(tools) filter (where errors = '[]'::jsonb), 0) as tools,
           coalesce(sum(1) filter (where labour + materials + tools <> 0 or stated <> 0), 0) as priced,
           coalesce(sum(1) filter (where stated <> 0 and errors = '[]'::jsonb
             and not jsonb_exists_any(remarks, array['amountDiffers', 'derived', 'quantityDerived', 'quantityOne'])), 0) as computing,
           coalesce(sum(1) filter (where jsonb_exists(remarks, 'amountDiffers')), 0) as differing,
           coalesce(sum(stated - labour - materials - tools) filter (where jsonb_exists(remarks, 'amountDiffers')), 0) as differing_by,
           coalesce(sum(stated) filter (where errors <> '[]'::jsonb), 0) as in_error
      from old_rows o
     where exists (select from import_lists l where l.team_id = o.team_id and l.id = o.list_id)
     group by team_id, list_id
  )
  update import_list_facts kept set
    row_count = kept.row_count - gone.row_count, updated_count = kept.updated_count - gone.updated_count,
    error_count = kept.error_count - gone.error_count, labour = kept.labour - gone.labour,
    materials = kept.materials - gone.materials, tools = kept.tools - gone.tools, priced = kept.priced - gone.priced,
    computing = kept.computing - gone.computing, differing = kept.differing - gone.differing,
    differing_by = kept.differing_by - gone.differing_by, in_error = kept.in_error - gone.in_error
    from gone where kept.team_id = gone.team_id and kept.list_id = gone.list_id;
  return null;
end $$;
create trigger import_facts_after_delete after delete on import_rows referencing old table as old_rows
  for each statement execute function keep_import_facts_after_delete();

-- The notices of a list name its rows with a remark.
create index import_rows_remarked on import_rows (team_id, list_id, "order") where remarks <> '[]'::jsonb;
