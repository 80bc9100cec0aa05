-- Written by `node scripts/schema.ts` from a database with all migrations; a test fails when it is stale. Changes are made by migrations.

-- The values of a JSON object as texts, because JavaScript would lose digits of numbers.
create function as_texts(document jsonb)
 returns jsonb
 language sql
 immutable strict
as $function$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(document)
$function$;

-- Whether a client may answer an act now: it is submitted and a link for answers is open.
create function awaits_answer(of_team bigint, of_act bigint)
 returns boolean
 language plpgsql
 set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  return exists (
    select from act_links l join acts a on a.team_id = l.team_id and a.id = l.act_id join act_status s on s.id = a.status_id
     where l.team_id = of_team and l.act_id = of_act and l.may_answer and l.withdrawn_at is null and l.expires_at > clock_timestamp()
       and s.code = 'submitted');
end $function$;

-- Refuses to change an issued certificate in anything but its payment.
create function certificate_stays()
 returns trigger
 language plpgsql
as $function$
begin
  if to_jsonb(new) - array['paid_on', 'paid_amount'] is distinct from to_jsonb(old) - array['paid_on', 'paid_amount'] then
    raise exception 'certificate % has been issued and does not change', old.number;
  end if;
  return new;
end $function$;

-- A foreign key checked once per statement: claims have their act and their row.
create function check_claims()
 returns trigger
 language plpgsql
as $function$
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
end $function$;

-- A foreign key checked once per statement: images have their event.
create function check_events_of_changes()
 returns trigger
 language plpgsql
as $function$
begin
  if exists (
    select from (select distinct n.team_id, n.event_id from new_rows n) n
     where not exists (select from recent_events e where e.team_id = n.team_id and e.id = n.event_id for key share)
  ) then
    raise foreign_key_violation using message = 'changes without their event';
  end if;
  return null;
end $function$;

-- The same for a row that was moved to another list.
create function check_list_of_moved_row()
 returns trigger
 language plpgsql
as $function$
begin
  perform from lists l where l.team_id = new.team_id and l.id = new.list_id for key share;
  if not found then raise foreign_key_violation using message = 'a row without its list'; end if;
  return null;
end $function$;

-- A foreign key checked once per statement: rows have their list.
create function check_lists_of_estimate_rows()
 returns trigger
 language plpgsql
as $function$
begin
  if exists (
    select from (select distinct n.team_id, n.list_id from new_rows n) n
     where not exists (select from lists l where l.team_id = n.team_id and l.id = n.list_id for key share)
  ) then
    raise foreign_key_violation using message = 'rows without their list';
  end if;
  return null;
end $function$;

-- A foreign key checked once per statement: rows of an import have their list.
create function check_lists_of_import_rows()
 returns trigger
 language plpgsql
as $function$
begin
  if exists (
    select from (select distinct n.team_id, n.rows_id from new_rows n) n
     where not exists (select from import_lists l where l.team_id = n.team_id and l.rows_id = n.rows_id for key share)
  ) then
    raise foreign_key_violation using message = 'rows of an import without their list';
  end if;
  return null;
end $function$;

-- The same for a claim whose act or row was changed.
create function check_moved_claim()
 returns trigger
 language plpgsql
as $function$
begin
  perform from acts a join estimate_rows r on r.team_id = a.team_id and r.id = new.row_id
    where a.team_id = new.team_id and a.id = new.act_id for key share of a;
  if not found then raise foreign_key_violation using message = 'a claim without its act or row'; end if;
  return null;
end $function$;

-- Completes the entry of project_changes when the transaction commits, because only then are all images there. The latest 100 of a project are kept.
create function complete_project_change()
 returns trigger
 language plpgsql
as $function$
declare
  made recent_events;
  one record;
  in_place boolean := false;
  all_touched jsonb;
begin
  select * into made from recent_events e where e.team_id = new.team_id and e.id = new.event_id;
  if made.entity_type not in ('version', 'extra') then
    select * into one from touched_in_place(new.team_id, new.event_id);
    in_place := found;
  end if;
  if in_place then
    all_touched := jsonb_build_object(
      'versions', jsonb_build_array(one.version_id), 'lists', jsonb_build_array(one.list_id),
      'rows', case one.relation when 'estimate_rows' then jsonb_build_array(one.record) else '[]'::jsonb end,
      'acts', case one.relation when 'act_rows' then jsonb_build_array(one.act_id) else '[]'::jsonb end,
      'act_rows', case one.relation when 'act_rows' then jsonb_build_array(one.record) else '[]'::jsonb end);
    if new.way = 'done' then
      insert into event_places (team_id, event_id, version_id, list_id, act_id, records)
      values (new.team_id, new.event_id, one.version_id, one.list_id, one.act_id, 1);
    end if;
  else
    all_touched := touched_by(new.team_id, new.event_id);
    if new.way = 'done' then perform keep_event_places(new.team_id, new.event_id); end if;
  end if;
  update project_changes c
     set touched = all_touched,
         event = jsonb_build_object(
           'id', made.id, 'project_id', made.project_id, 'entity_type', made.entity_type, 'object_id', made.object_id, 'type', made.type,
           'processed', made.processed, 'author_id', made.author_id, 'author_name', made.author_name, 'subject', made.subject, 'field', made.field,
           'created_at', to_char(made.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
           'made_at', to_char(new.made_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
   where c.team_id = new.team_id and c.project_id = new.project_id and c.id = new.id;
  if new.id % 20 = 0 then
    delete from project_changes c
     where c.team_id = new.team_id and c.project_id = new.project_id
       and c.id <= (select id from project_changes where team_id = new.team_id and project_id = new.project_id order by id desc offset 100 limit 1);
  end if;
  return null;
end $function$;

-- Deletes the images of deleted events.
create function delete_changes_of_events()
 returns trigger
 language plpgsql
as $function$
declare gone record;
begin
  for gone in select o.team_id, o.id from old_events o loop
    delete from event_changes c where c.team_id = gone.team_id and c.event_id = gone.id;
  end loop;
  return null;
end $function$;

-- Deletes the rows and sums of deleted lists of an import.
create function delete_rows_of_import_lists()
 returns trigger
 language plpgsql
as $function$
declare
  l record;
begin
  for l in select o.team_id, o.rows_id from old_lists o join import_list_facts f on f.team_id = o.team_id and f.rows_id = o.rows_id
            where f.entry_count > 0 loop
    delete from import_rows where team_id = l.team_id and rows_id = l.rows_id;
  end loop;
  delete from import_list_facts f using old_lists o where f.team_id = o.team_id and f.rows_id = o.rows_id;
  return null;
end $function$;

-- Stores the prices of acts.
create function keep_act_prices(of_team bigint, prices json)
 returns void
 language plpgsql
as $function$
begin
  insert into act_totals as kept (team_id, act_id, price)
    select of_team, p.act_id, p.price from json_to_recordset(prices) as p (act_id bigint, price numeric)
    on conflict (team_id, act_id) do update set price = excluded.price where kept.price <> excluded.price;
end $function$;

-- Refuses to delete an act that still has claims.
create function keep_acts_of_claims()
 returns trigger
 language plpgsql
as $function$
begin
  if exists (select from old_acts a where exists (select from act_rows d where d.team_id = a.team_id and d.act_id = a.id offset 0)) then
    raise foreign_key_violation using message = 'an act that has claims is kept';
  end if;
  return null;
end $function$;

-- Stores where an event happened. An event without images made a whole version, or decided an extra.
create function keep_event_places(of_team bigint, of_event bigint)
 returns void
 language plpgsql
 set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  insert into event_places (team_id, event_id, version_id, list_id, act_id, records)
  with images as materialized (
    select c.relation, c.id, coalesce(c.after, c.before) as image, (c.before ->> 'list_id')::bigint as was_in, (c.after ->> 'list_id')::bigint as is_in
      from event_changes c
     where c.team_id = of_team and c.event_id = of_event and not (c.op = 'update' and c.before - 'order' = c.after - 'order')
  ), placed as (
    select i.relation, i.id, case when i.relation = 'versions' then i.id else (i.image ->> 'version_id')::bigint end as version_id,
           case when i.relation = 'lists' then i.id else p.list_id end as list_id,
           case when i.relation = 'acts' then i.id when i.relation = 'act_rows' then (i.image ->> 'act_id')::bigint end as act_id
      from images i left join lateral (select distinct v.list_id from (values (i.was_in), (i.is_in)) v (list_id) where v.list_id is not null) p on true
    union all
    select n.relation, n.id, n.version_id, n.list_id, n.act_id from event_notes n where n.team_id = of_team and n.event_id = of_event
  ), counted as (
    select p.version_id, p.list_id, p.act_id, count(distinct (p.relation, p.id)) as records from placed p group by 1, 2, 3
  )
  select of_team, of_event, coalesce(c.version_id, a.version_id), c.list_id, c.act_id, c.records
    from counted c left join lateral (select o.version_id from acts o where o.team_id = of_team and o.id = c.act_id limit 1) a on true;
  if not found then
    insert into event_places (team_id, event_id, version_id, records)
    select e.team_id, e.id, e.object_id, 0 from recent_events e
     where e.team_id = of_team and e.id = of_event and e.entity_type = 'version' and e.object_id is not null
       and not exists (select from event_changes c where c.team_id = of_team and c.event_id = of_event);
    insert into event_places (team_id, event_id, version_id, list_id, records)
    select e.team_id, e.id, x.version_id, x.list_id, 0 from recent_events e join extras x on x.team_id = e.team_id and x.id = e.object_id
     where e.team_id = of_team and e.id = of_event and e.entity_type = 'extra';
  end if;
end $function$;

-- Keeps import_list_facts when rows are removed from a list that stays.
create function keep_import_facts_after_delete()
 returns trigger
 language plpgsql
as $function$
      begin
        
    insert into import_list_facts as kept (team_id, rows_id, entry_count, row_count, updated_count, error_count, labour, materials, tools, priced,
           computing, differing, differing_by, in_error)
    select c.team_id, c.rows_id,
           sum(sign),
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
      from (select o.*, -1 as sign from old_rows o
       where exists (select from import_lists l where l.team_id = o.team_id and l.rows_id = o.rows_id)) c group by c.team_id, c.rows_id
    on conflict (team_id, rows_id) do update set
      entry_count = kept.entry_count + excluded.entry_count,
      row_count = kept.row_count + excluded.row_count, updated_count = kept.updated_count + excluded.updated_count,
      error_count = kept.error_count + excluded.error_count, labour = kept.labour + excluded.labour,
      materials = kept.materials + excluded.materials, tools = kept.tools + excluded.tools, priced = kept.priced + excluded.priced,
      computing = kept.computing + excluded.computing, differing = kept.differing + excluded.differing,
      differing_by = kept.differing_by + excluded.differing_by, in_error = kept.in_error + excluded.in_error
  ;
        return null;
      end $function$;

-- Keeps import_list_facts when rows are read.
create function keep_import_facts_after_insert()
 returns trigger
 language plpgsql
as $function$
      begin
        
    insert into import_list_facts as kept (team_id, rows_id, entry_count, row_count, updated_count, error_count, labour, materials, tools, priced,
           computing, differing, differing_by, in_error)
    select c.team_id, c.rows_id,
           sum(sign),
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
      from (select n.*, 1 as sign from new_rows n) c group by c.team_id, c.rows_id
    on conflict (team_id, rows_id) do update set
      entry_count = kept.entry_count + excluded.entry_count,
      row_count = kept.row_count + excluded.row_count, updated_count = kept.updated_count + excluded.updated_count,
      error_count = kept.error_count + excluded.error_count, labour = kept.labour + excluded.labour,
      materials = kept.materials + excluded.materials, tools = kept.tools + excluded.tools, priced = kept.priced + excluded.priced,
      computing = kept.computing + excluded.computing, differing = kept.differing + excluded.differing,
      differing_by = kept.differing_by + excluded.differing_by, in_error = kept.in_error + excluded.in_error
  ;
        return null;
      end $function$;

-- Keeps import_list_facts when rows are corrected.
create function keep_import_facts_after_update()
 returns trigger
 language plpgsql
as $function$
      begin
        
    insert into import_list_facts as kept (team_id, rows_id, entry_count, row_count, updated_count, error_count, labour, materials, tools, priced,
           computing, differing, differing_by, in_error)
    select c.team_id, c.rows_id,
           sum(sign),
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
      from (select o.*, -1 as sign from old_rows o union all select n.*, 1 as sign from new_rows n) c group by c.team_id, c.rows_id
    on conflict (team_id, rows_id) do update set
      entry_count = kept.entry_count + excluded.entry_count,
      row_count = kept.row_count + excluded.row_count, updated_count = kept.updated_count + excluded.updated_count,
      error_count = kept.error_count + excluded.error_count, labour = kept.labour + excluded.labour,
      materials = kept.materials + excluded.materials, tools = kept.tools + excluded.tools, priced = kept.priced + excluded.priced,
      computing = kept.computing + excluded.computing, differing = kept.differing + excluded.differing,
      differing_by = kept.differing_by + excluded.differing_by, in_error = kept.in_error + excluded.in_error
  ;
        return null;
      end $function$;

-- Keeps list_totals when rows change.
create function keep_list_totals()
 returns trigger
 language plpgsql
as $function$
begin
  if tg_op = 'INSERT' then
    insert into list_totals as kept (team_id, list_id, labour, materials, tools, row_count)
      select team_id, list_id, sum(labour), sum(materials), sum(tools), count(*) from new_rows group by team_id, list_id
      on conflict (team_id, list_id) do update set
        labour = kept.labour + excluded.labour, materials = kept.materials + excluded.materials,
        tools = kept.tools + excluded.tools, row_count = kept.row_count + excluded.row_count;
  elsif tg_op = 'DELETE' then
    update list_totals kept set
        labour = kept.labour - gone.labour, materials = kept.materials - gone.materials,
        tools = kept.tools - gone.tools, row_count = kept.row_count - gone.row_count
      from (select team_id, list_id, sum(labour) labour, sum(materials) materials, sum(tools) tools, count(*) row_count
              from old_rows group by team_id, list_id) gone
      where kept.team_id = gone.team_id and kept.list_id = gone.list_id;
  else
    insert into list_totals as kept (team_id, list_id, labour, materials, tools, row_count)
      select team_id, list_id, sum(labour), sum(materials), sum(tools), sum(one) from (
          select team_id, list_id, labour, materials, tools, 1 one from new_rows
          union all select team_id, list_id, -labour, -materials, -tools, -1 from old_rows) moved
        group by team_id, list_id
      on conflict (team_id, list_id) do update set
        labour = kept.labour + excluded.labour, materials = kept.materials + excluded.materials,
        tools = kept.tools + excluded.tools, row_count = kept.row_count + excluded.row_count;
  end if;
  return null;
end $function$;

-- Refuses to delete a list that still has rows.
create function keep_lists_of_rows()
 returns trigger
 language plpgsql
as $function$
begin
  if exists (select from old_lists l join estimate_rows r on r.team_id = l.team_id and r.list_id = l.id) then
    raise foreign_key_violation using message = 'a list that has rows is kept';
  end if;
  return null;
end $function$;

-- Notes the last place taken by an act. A trigger, because processes of an earlier version make acts too during an upgrade.
create function keep_places_taken()
 returns trigger
 language plpgsql
as $function$
begin
  insert into places_taken as kept (team_id, version_id, last)
    select n.team_id, n.version_id, max(n.place) from new_rows n where n.place > 0 group by 1, 2
    on conflict (team_id, version_id) do update set last = excluded.last where kept.last < excluded.last;
  return null;
end $function$;

-- Stores the price of a version.
create function keep_price(of_team bigint, of_version bigint, of_price numeric)
 returns void
 language plpgsql
as $function$
begin
  insert into version_totals as kept (team_id, version_id, price) values (of_team, of_version, of_price)
    on conflict (team_id, version_id) do update set price = excluded.price where kept.price <> excluded.price;
end $function$;

-- Stores the approved extras of a row and changes the sums of its sections accordingly.
create function keep_row_extra(of_team bigint, of_version bigint, of_list bigint, of_row bigint, extra numeric, of_labour numeric, of_materials numeric, of_tools numeric)
 returns void
 language plpgsql
as $function$
declare
  known row_extras;
begin
  select * into known from row_extras e where e.team_id = of_team and e.row_id = of_row;
  with recursive around as (
    select t.section_id, t.parent_id
      from estimate_rows r join section_totals t on t.team_id = of_team and t.section_id = section_at(of_team, r.list_id, r."order", r.id)
     where r.team_id = of_team and r.id = of_row
    union all
    select t.section_id, t.parent_id from around a join section_totals t on t.team_id = of_team and t.section_id = a.parent_id
  )
  insert into section_extras as kept (team_id, section_id, version_id, labour, materials, tools)
    select of_team, a.section_id, of_version, of_labour - coalesce(known.labour, 0), of_materials - coalesce(known.materials, 0), of_tools - coalesce(known.tools, 0)
      from around a
    on conflict (team_id, section_id) do update set
      labour = kept.labour + excluded.labour, materials = kept.materials + excluded.materials, tools = kept.tools + excluded.tools;
  -- A version without extras may be edited again, and must not keep any.
  delete from section_extras s where s.team_id = of_team and s.version_id = of_version and s.labour = 0 and s.materials = 0 and s.tools = 0;
  if extra = 0 then
    delete from row_extras e where e.team_id = of_team and e.row_id = of_row;
  else
    insert into row_extras as kept (team_id, row_id, version_id, list_id, quantity, labour, materials, tools)
      values (of_team, of_row, of_version, of_list, extra, of_labour, of_materials, of_tools)
      on conflict (team_id, row_id) do update set
        quantity = excluded.quantity, labour = excluded.labour, materials = excluded.materials, tools = excluded.tools;
  end if;
end $function$;

-- Refuses to delete a row that still has claims.
create function keep_rows_of_claims()
 returns trigger
 language plpgsql
as $function$
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
end $function$;

-- Keeps section_totals when rows are removed.
create function keep_section_totals_after_delete()
 returns trigger
 language plpgsql
as $function$
      declare
        team bigint;
        counted bigint[] := '{}';
      begin
        for team in select distinct c.team_id from (select team_id, list_id, "order", id, kind, labour, materials, tools, -1 as sign from old_rows) c loop
          if exists (select from (select team_id, list_id, "order", id, kind, labour, materials, tools, -1 as sign from old_rows) c where c.team_id = team and c.kind = 'section') then
            delete from section_totals t using (select team_id, list_id, "order", id, kind, labour, materials, tools, -1 as sign from old_rows) c
             where c.team_id = team and c.kind = 'section' and c.sign = -1 and t.team_id = team and t.section_id = c.id
               and not exists (select from estimate_rows r where r.team_id = team and r.id = c.id);
            insert into section_totals (team_id, section_id, list_id)
              select team, c.id, c.list_id from (select team_id, list_id, "order", id, kind, labour, materials, tools, -1 as sign from old_rows) c where c.team_id = team and c.kind = 'section' and c.sign = 1
              on conflict (team_id, section_id) do update set list_id = excluded.list_id;
            insert into unsettled_outlines (team_id, list_id)
              select distinct team, c.list_id from (select team_id, list_id, "order", id, kind, labour, materials, tools, -1 as sign from old_rows) c where c.team_id = team and c.kind = 'section' on conflict do nothing;
            -- A heading that came or went takes its rows from the one above it, or leaves them to it.
            select coalesce(array_agg(distinct s.id), '{}') into counted
              from (select c.id from (select team_id, list_id, "order", id, kind, labour, materials, tools, -1 as sign from old_rows) c where c.team_id = team and c.kind = 'section' and c.sign = 1
                    union all
                    select section_at(team, c.list_id, c."order", c.id - 1) from (select team_id, list_id, "order", id, kind, labour, materials, tools, -1 as sign from old_rows) c where c.team_id = team and c.kind = 'section') s
             where s.id is not null;
            perform recount_own_rows(team, counted);
          elsif not exists (select from section_totals t join (select distinct c.list_id from (select team_id, list_id, "order", id, kind, labour, materials, tools, -1 as sign from old_rows) c where c.team_id = team) l
                             on t.team_id = team and t.list_id = l.list_id) then
            continue;
          end if;
          with recursive moved as (
            select s.id as section_id, sum(c.sign * c.labour) as labour, sum(c.sign * c.materials) as materials, sum(c.sign * c.tools) as tools,
                   sum(c.sign)::int as counted, true as is_own
              from (select team_id, list_id, "order", id, kind, labour, materials, tools, -1 as sign from old_rows) c
              cross join lateral (
                select r.id from estimate_rows r
                 where r.team_id = team and r.list_id = c.list_id and r.kind = 'section' and (r."order", r.id) <= (c."order", c.id)
                 order by r."order" desc, r.id desc limit 1) s
             where c.team_id = team and c.kind = 'row' and s.id <> all(counted)
             group by s.id
            union all
            select t.parent_id, m.labour, m.materials, m.tools, m.counted, false
              from moved m join section_totals t on t.team_id = team and t.section_id = m.section_id where t.parent_id is not null
          ), added as (
            select section_id, sum(labour) as labour, sum(materials) as materials, sum(tools) as tools, sum(m.counted)::int as counted,
                   coalesce(sum(labour) filter (where is_own), 0) as own_labour, coalesce(sum(materials) filter (where is_own), 0) as own_materials,
                   coalesce(sum(tools) filter (where is_own), 0) as own_tools, coalesce(sum(m.counted) filter (where is_own), 0)::int as own_counted
              from moved m group by section_id
          )
          update section_totals t
             set own_labour = t.own_labour + a.own_labour, own_materials = t.own_materials + a.own_materials, own_tools = t.own_tools + a.own_tools,
                 own_rows = t.own_rows + a.own_counted,
                 labour = t.labour + a.labour, materials = t.materials + a.materials, tools = t.tools + a.tools, row_count = t.row_count + a.counted
            from added a where t.team_id = team and t.section_id = a.section_id;
        end loop;
        return null;
      end $function$;

-- Keeps section_totals when rows are added.
create function keep_section_totals_after_insert()
 returns trigger
 language plpgsql
as $function$
      declare
        team bigint;
        counted bigint[] := '{}';
      begin
        for team in select distinct c.team_id from (select team_id, list_id, "order", id, kind, labour, materials, tools, 1 as sign from new_rows) c loop
          if exists (select from (select team_id, list_id, "order", id, kind, labour, materials, tools, 1 as sign from new_rows) c where c.team_id = team and c.kind = 'section') then
            delete from section_totals t using (select team_id, list_id, "order", id, kind, labour, materials, tools, 1 as sign from new_rows) c
             where c.team_id = team and c.kind = 'section' and c.sign = -1 and t.team_id = team and t.section_id = c.id
               and not exists (select from estimate_rows r where r.team_id = team and r.id = c.id);
            insert into section_totals (team_id, section_id, list_id)
              select team, c.id, c.list_id from (select team_id, list_id, "order", id, kind, labour, materials, tools, 1 as sign from new_rows) c where c.team_id = team and c.kind = 'section' and c.sign = 1
              on conflict (team_id, section_id) do update set list_id = excluded.list_id;
            insert into unsettled_outlines (team_id, list_id)
              select distinct team, c.list_id from (select team_id, list_id, "order", id, kind, labour, materials, tools, 1 as sign from new_rows) c where c.team_id = team and c.kind = 'section' on conflict do nothing;
            -- A heading that came or went takes its rows from the one above it, or leaves them to it.
            select coalesce(array_agg(distinct s.id), '{}') into counted
              from (select c.id from (select team_id, list_id, "order", id, kind, labour, materials, tools, 1 as sign from new_rows) c where c.team_id = team and c.kind = 'section' and c.sign = 1
                    union all
                    select section_at(team, c.list_id, c."order", c.id - 1) from (select team_id, list_id, "order", id, kind, labour, materials, tools, 1 as sign from new_rows) c where c.team_id = team and c.kind = 'section') s
             where s.id is not null;
            perform recount_own_rows(team, counted);
          elsif not exists (select from section_totals t join (select distinct c.list_id from (select team_id, list_id, "order", id, kind, labour, materials, tools, 1 as sign from new_rows) c where c.team_id = team) l
                             on t.team_id = team and t.list_id = l.list_id) then
            continue;
          end if;
          with recursive moved as (
            select s.id as section_id, sum(c.sign * c.labour) as labour, sum(c.sign * c.materials) as materials, sum(c.sign * c.tools) as tools,
                   sum(c.sign)::int as counted, true as is_own
              from (select team_id, list_id, "order", id, kind, labour, materials, tools, 1 as sign from new_rows) c
              cross join lateral (
                select r.id from estimate_rows r
                 where r.team_id = team and r.list_id = c.list_id and r.kind = 'section' and (r."order", r.id) <= (c."order", c.id)
                 order by r."order" desc, r.id desc limit 1) s
             where c.team_id = team and c.kind = 'row' and s.id <> all(counted)
             group by s.id
            union all
            select t.parent_id, m.labour, m.materials, m.tools, m.counted, false
              from moved m join section_totals t on t.team_id = team and t.section_id = m.section_id where t.parent_id is not null
          ), added as (
            select section_id, sum(labour) as labour, sum(materials) as materials, sum(tools) as tools, sum(m.counted)::int as counted,
                   coalesce(sum(labour) filter (where is_own), 0) as own_labour, coalesce(sum(materials) filter (where is_own), 0) as own_materials,
                   coalesce(sum(tools) filter (where is_own), 0) as own_tools, coalesce(sum(m.counted) filter (where is_own), 0)::int as own_counted
              from moved m group by section_id
          )
          update section_totals t
             set own_labour = t.own_labour + a.own_labour, own_materials = t.own_materials + a.own_materials, own_tools = t.own_tools + a.own_tools,
                 own_rows = t.own_rows + a.own_counted,
                 labour = t.labour + a.labour, materials = t.materials + a.materials, tools = t.tools + a.tools, row_count = t.row_count + a.counted
            from added a where t.team_id = team and t.section_id = a.section_id;
        end loop;
        return null;
      end $function$;

-- Keeps section_totals when rows change. An edit of one row only adds its difference to the headings above it.
create function keep_section_totals_after_update()
 returns trigger
 language plpgsql
as $function$
      declare
        team bigint;
        counted bigint[] := '{}';
        one record;
        at bigint;
        innermost boolean := true;
      begin
        if (select count(*) from (select from new_rows limit 2) n) = 1 then
          select n.team_id, n.list_id, n."order", n.id,
                 n.labour - o.labour as labour, n.materials - o.materials as materials, n.tools - o.tools as tools into one
            from new_rows n cross join old_rows o where n.kind = 'row' and o.kind = 'row' and (n.list_id, n."order") = (o.list_id, o."order");
          if found then
            if one.labour = 0 and one.materials = 0 and one.tools = 0 then return null; end if;
            at := section_at(one.team_id, one.list_id, one."order", one.id);
            while at is not null loop
              update section_totals t
                 set labour = t.labour + one.labour, materials = t.materials + one.materials, tools = t.tools + one.tools,
                     own_labour = t.own_labour + case when innermost then one.labour else 0 end,
                     own_materials = t.own_materials + case when innermost then one.materials else 0 end,
                     own_tools = t.own_tools + case when innermost then one.tools else 0 end
               where t.team_id = one.team_id and t.section_id = at returning t.parent_id into at;
              innermost := false;
            end loop;
            return null;
          end if;
        end if;
        for team in select distinct c.team_id from (select p.* from old_rows o full join new_rows n on n.team_id = o.team_id and n.id = o.id
        cross join lateral (values (o.team_id, o.list_id, o."order", o.id, o.kind, o.labour, o.materials, o.tools, -1),
                                   (n.team_id, n.list_id, n."order", n.id, n.kind, n.labour, n.materials, n.tools, 1))
                           as p (team_id, list_id, "order", id, kind, labour, materials, tools, sign)
       where (o.list_id, o."order", o.labour, o.materials, o.tools) is distinct from (n.list_id, n."order", n.labour, n.materials, n.tools)
          or (o.kind = 'section' and o.code <> n.code)) c loop
          if exists (select from (select p.* from old_rows o full join new_rows n on n.team_id = o.team_id and n.id = o.id
        cross join lateral (values (o.team_id, o.list_id, o."order", o.id, o.kind, o.labour, o.materials, o.tools, -1),
                                   (n.team_id, n.list_id, n."order", n.id, n.kind, n.labour, n.materials, n.tools, 1))
                           as p (team_id, list_id, "order", id, kind, labour, materials, tools, sign)
       where (o.list_id, o."order", o.labour, o.materials, o.tools) is distinct from (n.list_id, n."order", n.labour, n.materials, n.tools)
          or (o.kind = 'section' and o.code <> n.code)) c where c.team_id = team and c.kind = 'section') then
            delete from section_totals t using (select p.* from old_rows o full join new_rows n on n.team_id = o.team_id and n.id = o.id
        cross join lateral (values (o.team_id, o.list_id, o."order", o.id, o.kind, o.labour, o.materials, o.tools, -1),
                                   (n.team_id, n.list_id, n."order", n.id, n.kind, n.labour, n.materials, n.tools, 1))
                           as p (team_id, list_id, "order", id, kind, labour, materials, tools, sign)
       where (o.list_id, o."order", o.labour, o.materials, o.tools) is distinct from (n.list_id, n."order", n.labour, n.materials, n.tools)
          or (o.kind = 'section' and o.code <> n.code)) c
             where c.team_id = team and c.kind = 'section' and c.sign = -1 and t.team_id = team and t.section_id = c.id
               and not exists (select from estimate_rows r where r.team_id = team and r.id = c.id);
            insert into section_totals (team_id, section_id, list_id)
              select team, c.id, c.list_id from (select p.* from old_rows o full join new_rows n on n.team_id = o.team_id and n.id = o.id
        cross join lateral (values (o.team_id, o.list_id, o."order", o.id, o.kind, o.labour, o.materials, o.tools, -1),
                                   (n.team_id, n.list_id, n."order", n.id, n.kind, n.labour, n.materials, n.tools, 1))
                           as p (team_id, list_id, "order", id, kind, labour, materials, tools, sign)
       where (o.list_id, o."order", o.labour, o.materials, o.tools) is distinct from (n.list_id, n."order", n.labour, n.materials, n.tools)
          or (o.kind = 'section' and o.code <> n.code)) c where c.team_id = team and c.kind = 'section' and c.sign = 1
              on conflict (team_id, section_id) do update set list_id = excluded.list_id;
            insert into unsettled_outlines (team_id, list_id)
              select distinct team, c.list_id from (select p.* from old_rows o full join new_rows n on n.team_id = o.team_id and n.id = o.id
        cross join lateral (values (o.team_id, o.list_id, o."order", o.id, o.kind, o.labour, o.materials, o.tools, -1),
                                   (n.team_id, n.list_id, n."order", n.id, n.kind, n.labour, n.materials, n.tools, 1))
                           as p (team_id, list_id, "order", id, kind, labour, materials, tools, sign)
       where (o.list_id, o."order", o.labour, o.materials, o.tools) is distinct from (n.list_id, n."order", n.labour, n.materials, n.tools)
          or (o.kind = 'section' and o.code <> n.code)) c where c.team_id = team and c.kind = 'section' on conflict do nothing;
            -- A heading that came or went takes its rows from the one above it, or leaves them to it.
            select coalesce(array_agg(distinct s.id), '{}') into counted
              from (select c.id from (select p.* from old_rows o full join new_rows n on n.team_id = o.team_id and n.id = o.id
        cross join lateral (values (o.team_id, o.list_id, o."order", o.id, o.kind, o.labour, o.materials, o.tools, -1),
                                   (n.team_id, n.list_id, n."order", n.id, n.kind, n.labour, n.materials, n.tools, 1))
                           as p (team_id, list_id, "order", id, kind, labour, materials, tools, sign)
       where (o.list_id, o."order", o.labour, o.materials, o.tools) is distinct from (n.list_id, n."order", n.labour, n.materials, n.tools)
          or (o.kind = 'section' and o.code <> n.code)) c where c.team_id = team and c.kind = 'section' and c.sign = 1
                    union all
                    select section_at(team, c.list_id, c."order", c.id - 1) from (select p.* from old_rows o full join new_rows n on n.team_id = o.team_id and n.id = o.id
        cross join lateral (values (o.team_id, o.list_id, o."order", o.id, o.kind, o.labour, o.materials, o.tools, -1),
                                   (n.team_id, n.list_id, n."order", n.id, n.kind, n.labour, n.materials, n.tools, 1))
                           as p (team_id, list_id, "order", id, kind, labour, materials, tools, sign)
       where (o.list_id, o."order", o.labour, o.materials, o.tools) is distinct from (n.list_id, n."order", n.labour, n.materials, n.tools)
          or (o.kind = 'section' and o.code <> n.code)) c where c.team_id = team and c.kind = 'section') s
             where s.id is not null;
            perform recount_own_rows(team, counted);
          elsif not exists (select from section_totals t join (select distinct c.list_id from (select p.* from old_rows o full join new_rows n on n.team_id = o.team_id and n.id = o.id
        cross join lateral (values (o.team_id, o.list_id, o."order", o.id, o.kind, o.labour, o.materials, o.tools, -1),
                                   (n.team_id, n.list_id, n."order", n.id, n.kind, n.labour, n.materials, n.tools, 1))
                           as p (team_id, list_id, "order", id, kind, labour, materials, tools, sign)
       where (o.list_id, o."order", o.labour, o.materials, o.tools) is distinct from (n.list_id, n."order", n.labour, n.materials, n.tools)
          or (o.kind = 'section' and o.code <> n.code)) c where c.team_id = team) l
                             on t.team_id = team and t.list_id = l.list_id) then
            continue;
          end if;
          with recursive moved as (
            select s.id as section_id, sum(c.sign * c.labour) as labour, sum(c.sign * c.materials) as materials, sum(c.sign * c.tools) as tools,
                   sum(c.sign)::int as counted, true as is_own
              from (select p.* from old_rows o full join new_rows n on n.team_id = o.team_id and n.id = o.id
        cross join lateral (values (o.team_id, o.list_id, o."order", o.id, o.kind, o.labour, o.materials, o.tools, -1),
                                   (n.team_id, n.list_id, n."order", n.id, n.kind, n.labour, n.materials, n.tools, 1))
                           as p (team_id, list_id, "order", id, kind, labour, materials, tools, sign)
       where (o.list_id, o."order", o.labour, o.materials, o.tools) is distinct from (n.list_id, n."order", n.labour, n.materials, n.tools)
          or (o.kind = 'section' and o.code <> n.code)) c
              cross join lateral (
                select r.id from estimate_rows r
                 where r.team_id = team and r.list_id = c.list_id and r.kind = 'section' and (r."order", r.id) <= (c."order", c.id)
                 order by r."order" desc, r.id desc limit 1) s
             where c.team_id = team and c.kind = 'row' and s.id <> all(counted)
             group by s.id
            union all
            select t.parent_id, m.labour, m.materials, m.tools, m.counted, false
              from moved m join section_totals t on t.team_id = team and t.section_id = m.section_id where t.parent_id is not null
          ), added as (
            select section_id, sum(labour) as labour, sum(materials) as materials, sum(tools) as tools, sum(m.counted)::int as counted,
                   coalesce(sum(labour) filter (where is_own), 0) as own_labour, coalesce(sum(materials) filter (where is_own), 0) as own_materials,
                   coalesce(sum(tools) filter (where is_own), 0) as own_tools, coalesce(sum(m.counted) filter (where is_own), 0)::int as own_counted
              from moved m group by section_id
          )
          update section_totals t
             set own_labour = t.own_labour + a.own_labour, own_materials = t.own_materials + a.own_materials, own_tools = t.own_tools + a.own_tools,
                 own_rows = t.own_rows + a.own_counted,
                 labour = t.labour + a.labour, materials = t.materials + a.materials, tools = t.tools + a.tools, row_count = t.row_count + a.counted
            from added a where t.team_id = team and t.section_id = a.section_id;
        end loop;
        return null;
      end $function$;

-- Refuses changes of the security log. Rows may be deleted only when they are older than actum.security_log_days, 30 days at least.
create function keep_security_log()
 returns trigger
 language plpgsql
as $function$
begin
  if tg_op = 'TRUNCATE' then
    if exists (select from security_log) then raise exception 'security_log is never emptied'; end if;
    return null;
  end if;
  if tg_op = 'DELETE' and old.at < clock_timestamp()
       - make_interval(days => greatest(30, coalesce(nullif(current_setting('actum.security_log_days', true), '')::int, 400))) then
    return old;
  end if;
  raise exception 'security_log is append-only';
end $function$;

-- Gives a new project the limits members have in later projects.
create function limit_new_project()
 returns trigger
 language plpgsql
as $function$
begin
  insert into project_limits (team_id, user_id, project_id, can, prices)
    select l.team_id, l.user_id, new.id, l.can, l.prices from later_limits l where l.team_id = new.team_id;
  return null;
end $function$;

-- What a person is limited to in a project: 'reads' or 'acts', either with ' unpriced' when prices are hidden, or null for no limit. Volatile, as
-- standing_of.
create function limit_of(person bigint, of_team bigint, of_project bigint)
 returns text
 language plpgsql
 set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  return (
    select case when x.prices then x.can else x.can || ' unpriced' end
      from project_limits x join members m on m.team_id = x.team_id and m.user_id = x.user_id and m.role = 'regular'
     where x.team_id = of_team and x.user_id = person and x.project_id = of_project);
end $function$;

-- Locks the project of a record until the transaction ends, and returns where the record is: nothing when it is gone or the person is no member. The
-- place is read again after the wait, by a new statement, because only that one sees what others have committed meanwhile; so the function is
-- volatile. at_place asks for the act at that place of the version as well.
create function lock_place(person bigint, of_kind text, record bigint, at_place integer default null::integer)
 returns table(team_id bigint, project_id bigint, version_id bigint, act_id bigint, act_place integer, frozen boolean)
 language plpgsql
 rows 1
 set plan_cache_mode to 'force_generic_plan'
as $function$
#variable_conflict use_column
declare
  before record;
begin
  select l.team_id, l.project_id into before from place_of(array(select m.team_id from teams_open_to(person) m), of_kind, record) l;
  if not found then return; end if;
  perform 1 from projects p where p.team_id = before.team_id and p.id = before.project_id for no key update;
  return query
    select l.team_id, l.project_id, l.version_id, coalesce(l.act_id, a.id), coalesce(l.act_place, a.place),
           version_frozen(l.team_id, l.version_id)
      from place_of(array(select m.team_id from teams_open_to(person) m), of_kind, record) l
      left join lateral (
        select o.id, o.place from acts o
         where o.team_id = l.team_id and o.version_id = l.version_id and o.place = at_place and o.place > 0 limit 1) a on true;
end $function$;

-- JSON objects joined: of a key that several have, the last one's value.
create aggregate merged (jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}');

-- Stores the change of a certificate in the event named by actum.event.
create function note_certificate()
 returns trigger
 language plpgsql
as $function$
declare
  event bigint := nullif(current_setting('actum.event', true), '')::bigint;
  noted certificates := case when tg_op = 'DELETE' then old else new end;
begin
  if event is null then return null; end if;
  insert into event_notes (team_id, event_id, relation, op, id, version_id, act_id, before, after)
    select noted.team_id, event, 'certificates', lower(tg_op), noted.id, noted.version_id, noted.act_id,
           case when tg_op <> 'INSERT' then
             jsonb_build_object('number', old.number, 'issued_for', old.issued_for, 'due', old.due, 'paid_on', old.paid_on, 'paid_amount', old.paid_amount) end,
           case when tg_op <> 'DELETE' then
             jsonb_build_object('number', new.number, 'issued_for', new.issued_for, 'due', new.due, 'paid_on', new.paid_on, 'paid_amount', new.paid_amount) end;
  return null;
end $function$;

-- Stores the change of a row's approved extras in the event named by actum.event.
create function note_extra()
 returns trigger
 language plpgsql
as $function$
declare
  event bigint := nullif(current_setting('actum.event', true), '')::bigint;
  noted row_extras := case when tg_op = 'DELETE' then old else new end;
begin
  if event is null or (tg_op = 'UPDATE' and new.quantity = old.quantity) then return null; end if;
  insert into event_notes (team_id, event_id, relation, op, id, version_id, list_id, before, after)
    select noted.team_id, event, 'row_extras', lower(tg_op), noted.row_id, noted.version_id, noted.list_id,
           case when tg_op <> 'INSERT' then jsonb_build_object('quantity', old.quantity) end,
           case when tg_op <> 'DELETE' then jsonb_build_object('quantity', new.quantity) end;
  return null;
end $function$;

-- Notes when what the lists of projects show of a project has changed.
create function note_listing()
 returns trigger
 language plpgsql
as $function$
begin
  new.listed_at := clock_timestamp();
  return new;
end $function$;

-- Where a record that a call may name is, within these teams. Nothing for what is deleted or lies in something deleted, or for carried work.
create function place_of(teams bigint[], of_kind text, record bigint)
 returns table(team_id bigint, project_id bigint, version_id bigint, act_id bigint, act_place integer)
 language plpgsql
 rows 1
 set plan_cache_mode to 'force_generic_plan'
as $function$
#variable_conflict use_column
declare
  in_team bigint;
  in_version bigint;
begin
  case of_kind
    when 'project' then
      return query select p.team_id, p.id, null::bigint, null::bigint, null::int
        from projects p where p.team_id = any(teams) and p.id = record and p.deleted_at is null;
      return;
    when 'act' then
      return query select v.team_id, v.project_id, v.id, a.id, a.place
        from acts a join open_versions v on v.team_id = a.team_id and v.id = a.version_id where a.team_id = any(teams) and a.id = record and a.place > 0;
      return;
    when 'version' then
      select v.team_id, v.id into in_team, in_version from versions v where v.team_id = any(teams) and v.id = record;
    when 'list' then
      select l.team_id, l.version_id into in_team, in_version from lists l where l.team_id = any(teams) and l.id = record;
    when 'row' then
      select r.team_id, r.version_id into in_team, in_version from estimate_rows r where r.team_id = any(teams) and r.id = record;
    when 'comment' then
      select r.team_id, r.version_id into in_team, in_version
        from row_comments c join estimate_rows r on r.team_id = c.team_id and r.id = c.row_id
       where c.team_id = any(teams) and c.id = record and c.type = 'row';
    when 'extra' then
      select x.team_id, x.version_id into in_team, in_version from extras x where x.team_id = any(teams) and x.id = record;
    else
      select n.team_id, n.version_id into in_team, in_version from percent_lines n where n.team_id = any(teams) and n.id = record and n.kind = of_kind;
  end case;
  return query select v.team_id, v.project_id, v.id, null::bigint, null::int from open_versions v where v.team_id = in_team and v.id = in_version;
end $function$;

-- The acts of a version from the one at from_place on (or the last one before it), with the sums of their lists and their claim of one row.
create function read_acts(of_team bigint, of_version bigint, from_place integer, of_row bigint)
 returns json
 language plpgsql
 set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  first int := coalesce((select max(a.place) from acts a where a.team_id = of_team and a.version_id = of_version and a.place <= from_place), from_place);
begin
  return json_build_object(
    'settled_status', (select s.id from act_status s order by s."order" desc limit 1),
    'acts', (
      select coalesce(json_agg(json_build_object(
               'id', a.id, 'place', a.place, 'number', a.number, 'status_id', a.status_id, 'code', s.code, 'name', s.name,
               'awaits_answer', s.code = 'submitted' and awaits_answer(of_team, a.id),
               'quantity', coalesce((select d.quantity from act_rows d where d.team_id = of_team and d.id = of_row * 4096 + a.place), 0)::text,
               'lists', (
                 select coalesce(json_agg(json_build_object(
                          'list_id', t.list_id, 'labour', t.labour::text, 'materials', t.materials::text, 'tools', t.tools::text)), '[]')
                   from act_list_totals t where t.team_id = of_team and t.act_id = a.id)) order by a.place), '[]')
        from acts a join act_status s on s.id = a.status_id
       where a.team_id = of_team and a.version_id = of_version and a.place >= first));
end $function$;

-- read_rows, and for each row the claim of the act at this place, the claims before it, the extra and the certified quantity; for a heading the sums
-- with this act and before it.
create function read_claims(of_team bigint, of_version bigint, at_place integer, ids bigint[], around boolean)
 returns json
 language plpgsql
 set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  found json := read_rows(of_team, ids, around);
  previous int := (select max(a.place) from acts a where a.team_id = of_team and a.version_id = of_version and a.place < at_place);
begin
  return json_build_object('rows', found, 'claims', (
    select coalesce(json_agg(json_build_object(
             'quantity', coalesce(own.quantity, 0)::text, 'revision', coalesce(own.revision, 0),
             'before', coalesce((select sum(d.quantity) from act_rows d where d.team_id = of_team and d.row_id = r.id and d.id % 4096 < at_place), 0)::text,
             'extra', (select e.quantity::text from row_extras e where e.team_id = of_team and e.row_id = r.id),
             'answered', (
               select json_build_object('claimed', w.claimed::text, 'reason', w.reason, 'text', w.text)
                 from act_answer_rows w where w.team_id = of_team and w.id = r.id * 4096 + at_place),
             'sums_extra', (
               select json_build_object('labour', t.labour::text, 'materials', t.materials::text, 'tools', t.tools::text)
                 from section_extras t where t.team_id = of_team and t.section_id = r.id),
             'sums_before', (
               select json_build_object('labour', t.labour::text, 'materials', t.materials::text, 'tools', t.tools::text)
                 from acts a join act_section_totals t on t.team_id = a.team_id and t.act_id = a.id and t.section_id = r.id
                where a.team_id = of_team and a.version_id = of_version and a.place = previous),
             'sums', (
               select json_build_object('labour', t.labour::text, 'materials', t.materials::text, 'tools', t.tools::text)
                 from acts a join act_section_totals t on t.team_id = a.team_id and t.act_id = a.id and t.section_id = r.id
                where a.team_id = of_team and a.version_id = of_version and a.place = at_place)) order by r.at), '[]')
      from (select (e.value ->> 'id')::bigint as id, e.at from json_array_elements(found) with ordinality e (value, at)) r
      left join act_rows own on own.team_id = of_team and own.id = r.id * 4096 + at_place));
end $function$;

-- read_rows for one row, step by step: a plan for any number of rows takes longer to start than these steps take.
create function read_one_row(of_team bigint, of_row bigint, around boolean)
 returns json
 language plpgsql
as $function$
declare
  r estimate_rows;
  t section_totals;
  is_around boolean := false;
  found_rows json[] := '{}';
begin
  select e.* into r from estimate_rows e where e.team_id = of_team and e.id = of_row limit 1;
  if not found then return '[]'; end if;
  select n.* into t from (
      select e.id from estimate_rows e
       where e.team_id = of_team and e.list_id = r.list_id and e.kind = 'section' and (e."order", e.id) <= (r."order", r.id)
       order by e."order" desc, e.id desc limit 1) s
     cross join lateral (select * from section_totals o where o.team_id = of_team and o.section_id = s.id limit 1) n;
  loop
    found_rows := found_rows || json_build_object(
      'id', r.id, 'list_id', r.list_id, 'order', r."order", 'kind', r.kind, 'code', r.code, 'name', r.name, 'unit', r.unit,
      'quantity', r.quantity::text, 'unit_labour', r.unit_labour::text, 'unit_materials', r.unit_materials::text, 'unit_tools', r.unit_tools::text,
      'labour', r.labour::text, 'materials', r.materials::text, 'tools', r.tools::text, 'formulas', r.formulas, 'revision', r.revision,
      'is_around', is_around,
      'section', case when t.section_id is not null then json_build_object(
        'section_id', t.section_id, 'parent_id', t.parent_id, 'level', t.level, 'row_count', t.row_count,
        'labour', t.labour::text, 'materials', t.materials::text, 'tools', t.tools::text) end);
    if is_around then
      select n.* into t from section_totals n where n.team_id = of_team and n.section_id = t.parent_id limit 1;
    end if;
    is_around := true;
    exit when not around or t.section_id is null or cardinality(found_rows) > 500;
    select e.* into r from estimate_rows e where e.team_id = of_team and e.id = t.section_id limit 1;
    exit when not found;
  end loop;
  return to_json(found_rows);
end $function$;

-- Rows in the order of ids, each with the sums of its section. around adds the headings they are in. Each table is looked up row by row, because
-- without statistics a join would read all of it.
create function read_rows(of_team bigint, ids bigint[], around boolean)
 returns json
 language plpgsql
 set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  if cardinality(ids) = 1 then return read_one_row(of_team, ids[1], around); end if;
  return (
    with recursive meant as (
      select r.id, m.place, s.id as section_id
        from unnest(ids) with ordinality m (id, place)
       cross join lateral (select e.id, e.list_id, e."order", e.kind from estimate_rows e where e.team_id = of_team and e.id = m.id limit 1) r
        left join lateral (
          select e.id from estimate_rows e
           where e.team_id = of_team and e.list_id = r.list_id and e.kind = 'section' and (e."order", e.id) <= (r."order", r.id)
           order by e."order" desc, e.id desc limit 1) s on true
    ), outward as (
      select t.section_id, t.parent_id
        from (select distinct m.section_id from meant m where around) m
       cross join lateral (select n.section_id, n.parent_id from section_totals n where n.team_id = of_team and n.section_id = m.section_id limit 1) t
      union
      select t.section_id, t.parent_id
        from outward o
       cross join lateral (select n.section_id, n.parent_id from section_totals n where n.team_id = of_team and n.section_id = o.parent_id limit 1) t
    )
    select coalesce(json_agg(json_build_object(
             'id', r.id, 'list_id', r.list_id, 'order', r."order", 'kind', r.kind, 'code', r.code, 'name', r.name, 'unit', r.unit,
             'quantity', r.quantity::text, 'unit_labour', r.unit_labour::text, 'unit_materials', r.unit_materials::text, 'unit_tools', r.unit_tools::text,
             'labour', r.labour::text, 'materials', r.materials::text, 'tools', r.tools::text, 'formulas', r.formulas, 'revision', r.revision,
             'is_around', w.place is null,
             'section', case when t.section_id is not null then json_build_object(
               'section_id', t.section_id, 'parent_id', t.parent_id, 'level', t.level, 'row_count', t.row_count,
               'labour', t.labour::text, 'materials', t.materials::text, 'tools', t.tools::text) end) order by w.place), '[]')
      from (select m.id, m.place, m.section_id from meant m union all (select o.section_id, null, o.section_id from outward o limit 500)) w
     cross join lateral (select * from estimate_rows e where e.team_id = of_team and e.id = w.id limit 1) r
      left join lateral (select * from section_totals n where n.team_id = of_team and n.section_id = w.section_id limit 1) t on true);
end $function$;

-- The lists of a version with their sums and extras, and its percent lines.
create function read_summary(of_team bigint, of_version bigint)
 returns json
 language plpgsql
as $function$
begin
  return json_build_object(
    'costs', (
      select coalesce(json_agg(json_build_object(
               'id', l.id, 'order', l."order", 'title', l.title, 'labour', coalesce(t.labour, 0)::text, 'materials', coalesce(t.materials, 0)::text,
               'tools', coalesce(t.tools, 0)::text) order by l."order", l.id), '[]')
        from lists l left join list_totals t on t.team_id = l.team_id and t.list_id = l.id where l.team_id = of_team and l.version_id = of_version),
    'extras', (
      select json_agg(json_build_object(
               'list_id', x.list_id, 'labour', x.labour::text, 'materials', x.materials::text, 'tools', x.tools::text))
        from (select e.list_id, sum(e.labour) as labour, sum(e.materials) as materials, sum(e.tools) as tools
                from row_extras e where e.team_id = of_team and e.version_id = of_version group by e.list_id) x),
    'lines', (
      select coalesce(json_agg(json_build_object(
               'id', n.id, 'kind', n.kind, 'order', n."order", 'name', n.name, 'percent_total', n.percent_total::text, 'percent_labour', n.percent_labour::text,
               'percent_materials', n.percent_materials::text, 'percent_tools', n.percent_tools::text,
               'updated_at', to_char(n.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'revision', n.revision) order by n."order", n.id), '[]')
        from percent_lines n where n.team_id = of_team and n.version_id = of_version),
    'frozen', version_frozen(of_team, of_version),
    'is_settled', not exists (
      select from unsettled_outlines u join lists l on l.team_id = u.team_id and l.id = u.list_id where u.team_id = of_team and l.version_id = of_version));
end $function$;

-- Rows of a list from skip on, column by column, as the text of the answer; null for a list of another team. columns has the fields of Row
-- (domain/api/shapes.ts) in their order.
create function read_window(teams bigint[], of_list bigint, skip bigint, take bigint)
 returns text
 language plpgsql
 set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  in_team bigint;
  counted int;
  first_order bigint := -9223372036854775808;
  first_id bigint := -9223372036854775808;
  above bigint;
  above_level int;
begin
  select p.team_id into in_team from place_of(teams, 'list', of_list) p;
  if not found then return null; end if;
  counted := coalesce((select t.row_count from list_totals t where t.team_id = in_team and t.list_id = of_list), 0);
  if skip > 0 then
    select e."order", e.id into first_order, first_id from estimate_rows e
     where e.team_id = in_team and e.list_id = of_list
     order by e.team_id, e.list_id, e."order", e.id offset skip limit 1;
    select e.id into above from estimate_rows e
     where e.team_id = in_team and e.list_id = of_list and e.kind = 'section' and (e."order", e.id) < (first_order, first_id)
     order by e."order" desc, e.id desc limit 1;
    select t.level into above_level from section_totals t where t.team_id = in_team and t.section_id = above limit 1;
  end if;
  return (
    with numbered as (
      select r.*, t.level as own_level, t.parent_id, t.row_count, t.labour as sum_labour, t.materials as sum_materials, t.tools as sum_tools,
             -- The latest heading so far: its place, its id and its level.
             max(case r.kind when 'section' then array[r."order", r.id, t.level] end)
               over (order by r."order", r.id rows unbounded preceding) as heading
        from (
          select e.id, e.list_id, e."order", e.kind, e.code, e.name, e.unit, e.quantity, e.unit_labour, e.unit_materials, e.unit_tools,
                 e.labour, e.materials, e.tools, e.formulas, e.revision
            from estimate_rows e
           where e.team_id = in_team and e.list_id = of_list and (e."order", e.id) >= (first_order, first_id)
           order by e.team_id, e.list_id, e."order", e.id limit take) r
        left join lateral (
          select * from section_totals t where r.kind = 'section' and t.team_id = in_team and t.section_id = r.id limit 1) t on true
       order by r."order", r.id
    ), w as (
      select n.*,
             case when n.kind = 'section' then coalesce(n.own_level, 1)
                  when n.heading is null then coalesce(above_level, 0) else coalesce(n.heading[3], 0) end as level,
             coalesce(case when n.kind = 'section' then n.parent_id when n.heading is null then above else n.heading[2] end, 0) as section_id,
             coalesce(n.row_count, 0) as rows_within,
             coalesce(n.sum_labour, n.labour) as shown_labour, coalesce(n.sum_materials, n.materials) as shown_materials,
             coalesce(n.sum_tools, n.tools) as shown_tools
        from numbered n
    )
    select '{"columns":{"id":[' || coalesce(string_agg(w.id::text, ','), '')
        || '],"list_id":[' || coalesce(string_agg(w.list_id::text, ','), '')
        || '],"order":[' || coalesce(string_agg(w."order"::text, ','), '')
        || '],"kind":[' || coalesce(string_agg('"' || w.kind || '"', ','), '')
        || '],"code":' || coalesce(to_json(array_agg(w.code))::text, '[]')
        || ',"name":' || coalesce(to_json(array_agg(w.name))::text, '[]')
        || ',"unit":' || coalesce(to_json(array_agg(w.unit))::text, '[]')
        || ',"quantity":[' || coalesce('"' || string_agg(trim_scale(w.quantity)::text, '","') || '"', '')
        || '],"unit_labour":[' || coalesce('"' || string_agg(trim_scale(w.unit_labour)::text, '","') || '"', '')
        || '],"unit_materials":[' || coalesce('"' || string_agg(trim_scale(w.unit_materials)::text, '","') || '"', '')
        || '],"unit_tools":[' || coalesce('"' || string_agg(trim_scale(w.unit_tools)::text, '","') || '"', '')
        || '],"unit_total":[' || coalesce('"' || string_agg(trim_scale(w.unit_labour + w.unit_materials + w.unit_tools)::text, '","') || '"', '')
        || '],"formulas":[' || coalesce(string_agg(coalesce(w.formulas::text, 'null'), ','), '')
        || '],"revision":[' || coalesce(string_agg(w.revision::text, ','), '')
        || '],"level":[' || coalesce(string_agg(w.level::text, ','), '')
        || '],"section_id":[' || coalesce(string_agg(w.section_id::text, ','), '')
        || '],"row_count":[' || coalesce(string_agg(w.rows_within::text, ','), '')
        || '],"labour":[' || coalesce('"' || string_agg(w.shown_labour::text, '","') || '"', '')
        || '],"materials":[' || coalesce('"' || string_agg(w.shown_materials::text, '","') || '"', '')
        || '],"tools":[' || coalesce('"' || string_agg(w.shown_tools::text, '","') || '"', '')
        || '],"total":[' || coalesce('"' || string_agg((w.shown_labour + w.shown_materials + w.shown_tools)::text, '","') || '"', '')
        || ']},"total":' || counted || ',"stored":' || counted || '}'
      from w);
end $function$;

-- Stores images of what a statement changed in the event named by actum.event; none without one, as in an import.
create function record_change()
 returns trigger
 language plpgsql
 set "timezone" to 'UTC'
as $function$
declare
  event bigint := nullif(current_setting('actum.event', true), '')::bigint;
  this_step bigint;
begin
  if event is null then return null; end if;
  this_step := nextval('event_step');
  if tg_op = 'INSERT' then
    insert into event_changes (team_id, event_id, step, relation, op, id, after)
      select n.team_id, event, this_step, tg_table_name, 'insert', n.id, to_jsonb(n) from new_rows n;
  elsif tg_op = 'DELETE' then
    insert into event_changes (team_id, event_id, step, relation, op, id, before)
      select o.team_id, event, this_step, tg_table_name, 'delete', o.id, to_jsonb(o) from old_rows o;
  else
    insert into event_changes (team_id, event_id, step, relation, op, id, before, after)
      select o.team_id, event, this_step, tg_table_name, 'update', o.id, to_jsonb(o), to_jsonb(n)
        from old_rows o full join new_rows n on n.team_id = o.team_id and n.id = o.id where o is distinct from n;
  end if;
  return null;
end $function$;

-- Begins an event: logged writes of this transaction belong to it from then on. Undone events are discarded, but kept where a named moment needs
-- them. Followers of the project are notified.
create function record_event(of_team bigint, of_project bigint, entity text, object bigint, action text, author bigint, about text, of_field text, with_images boolean, channel text, topic text)
 returns bigint
 language plpgsql
as $function$
declare
  event bigint;
begin
  delete from recent_events e
   where e.team_id = of_team and e.project_id = of_project and not e.processed and not e.is_discarded
     and not exists (select from moments m where m.team_id = of_team and m.project_id = of_project and m.event_id >= e.id and m.at <= e.undone_at);
  update recent_events e set is_discarded = true where e.team_id = of_team and e.project_id = of_project and not e.processed and not e.is_discarded;
  insert into recent_events (team_id, project_id, entity_type, object_id, type, author_id, author_name, subject, field, created_at)
    select of_team, of_project, entity, object, action, author, coalesce((select u.name from users u where u.id = author), ''), about, of_field,
           greatest(clock_timestamp(), (select max(e.created_at) from recent_events e where e.team_id = of_team and e.project_id = of_project) + interval '1 microsecond')
    returning id into event;
  perform set_config('actum.event', case when with_images then event::text else '' end, true);
  update projects p set updated_at = clock_timestamp() where p.team_id = of_team and p.id = of_project;
  insert into project_changes (team_id, project_id, event_id, way, author_id) values (of_team, of_project, event, 'done', author);
  perform pg_notify(channel, topic);
  return event;
end $function$;

-- Adds up the rows between each of these headings and the next one again.
create function recount_own_rows(of_team bigint, sections bigint[])
 returns void
 language sql
as $function$
  update section_totals t
     set own_labour = s.labour, own_materials = s.materials, own_tools = s.tools, own_rows = s.counted
    from (
      select h.id, own.*
        from estimate_rows h
        left join lateral (
          select n."order", n.id from estimate_rows n
           where n.team_id = h.team_id and n.list_id = h.list_id and n.kind = 'section' and (n."order", n.id) > (h."order", h.id)
           order by n."order", n.id limit 1) next on true
        cross join lateral (
          select coalesce(sum(r.labour), 0) as labour, coalesce(sum(r.materials), 0) as materials, coalesce(sum(r.tools), 0) as tools,
                 count(*)::int as counted
            from estimate_rows r
           where r.team_id = h.team_id and r.list_id = h.list_id and (r."order", r.id) > (h."order", h.id)
             and (r."order", r.id) < (coalesce(next."order", 9223372036854775807), coalesce(next.id, 9223372036854775807))) own
       where h.team_id = of_team and h.id = any(sections)) s
   where t.team_id = of_team and t.section_id = s.id
$function$;

-- Takes back the images of an event, or puts them again when forward, step by step. Raises AC409 when a record is no longer as the event left it.
create function replay_event(event_team bigint, event bigint, forward boolean)
 returns void
 language plpgsql
 set "timezone" to 'UTC'
as $function$
declare
  step record;
  wanted text := case when forward then 'after' else 'before' end;
  present text := case when forward then 'before' else 'after' end;
  action text;
  columns text;
  done bigint;
begin
  perform set_config('actum.event', '', true);
  for step in
    select c.step as number, c.relation, c.op, count(*) as records from event_changes c
     where c.team_id = event_team and c.event_id = event group by 1, 2, 3
     order by case when forward then c.step else -c.step end
  loop
    action := case when step.op = 'update' then 'set' when (step.op = 'insert') = forward then 'put' else 'take' end;
    if action = 'put' then
      execute format('insert into %1$I select image.* from event_changes c cross join lateral jsonb_populate_record(null::%1$I, c.%2$I) image where c.team_id = $1 and c.event_id = $2 and c.step = $3', step.relation, wanted)
        using event_team, event, step.number;
    elsif action = 'take' then
      execute format('delete from %1$I t using event_changes c where c.team_id = $1 and c.event_id = $2 and c.step = $3 and t.team_id = c.team_id and t.id = c.id and to_jsonb(t) = c.%2$I', step.relation, present)
        using event_team, event, step.number;
    else
      select string_agg(format('%1$I = image.%1$I', attname), ', ') into columns from pg_attribute
       where attrelid = step.relation::regclass and attnum > 0 and not attisdropped and attname not in ('team_id', 'id');
      execute format('update %1$I t set %2$s from event_changes c cross join lateral jsonb_populate_record(null::%1$I, c.%3$I) image where c.team_id = $1 and c.event_id = $2 and c.step = $3 and t.team_id = c.team_id and t.id = c.id and to_jsonb(t) = c.%4$I', step.relation, columns, wanted, present)
        using event_team, event, step.number;
    end if;
    get diagnostics done = row_count;
    if done <> step.records then raise exception 'a record has changed since' using errcode = 'AC409'; end if;
  end loop;
end $function$;

-- The nearest heading above a position of a list, or at it.
create function section_at(of_team bigint, of_list bigint, at_order bigint, at_id bigint)
 returns bigint
 language plpgsql
 stable
 set plan_cache_mode to 'force_generic_plan'
as $function$
begin
  return (
    select r.id from estimate_rows r
     where r.team_id = of_team and r.list_id = of_list and r.kind = 'section' and (r."order", r.id) <= (at_order, at_id)
     order by r."order" desc, r.id desc limit 1);
end $function$;

-- Sets the claimed quantity of a row in an act. moves says by how much the sums of this act and of each later one change, for the list and the row's
-- sections.
create function set_claim(of_team bigint, of_act bigint, at_place integer, of_list bigint, of_row bigint, claimed numeric, moves json, prices json)
 returns void
 language plpgsql
as $function$
begin
  insert into act_rows (team_id, id, act_id, list_id, row_id, quantity)
    values (of_team, of_row * 4096 + at_place, of_act, of_list, of_row, claimed)
    on conflict (team_id, id) do update set quantity = excluded.quantity, revision = nextval('revisions'), updated_at = clock_timestamp();
  with recursive around as (
    select t.section_id, t.parent_id
      from estimate_rows r join section_totals t on t.team_id = of_team and t.section_id = section_at(of_team, r.list_id, r."order", r.id)
     where r.team_id = of_team and r.id = of_row
    union all
    select t.section_id, t.parent_id from around a join section_totals t on t.team_id = of_team and t.section_id = a.parent_id
  )
  insert into act_section_totals as kept (team_id, act_id, section_id, labour, materials, tools)
    select of_team, m.act_id, a.section_id, m.labour, m.materials, m.tools
      from around a cross join json_to_recordset(moves) as m (act_id bigint, labour numeric, materials numeric, tools numeric)
    on conflict (team_id, act_id, section_id) do update set
      labour = kept.labour + excluded.labour, materials = kept.materials + excluded.materials, tools = kept.tools + excluded.tools;
  insert into act_list_totals as kept (team_id, act_id, list_id, labour, materials, tools)
    select of_team, m.act_id, of_list, m.labour, m.materials, m.tools
      from json_to_recordset(moves) as m (act_id bigint, labour numeric, materials numeric, tools numeric)
    on conflict (team_id, act_id, list_id) do update set
      labour = kept.labour + excluded.labour, materials = kept.materials + excluded.materials, tools = kept.tools + excluded.tools;
  perform keep_act_prices(of_team, prices);
end $function$;

-- Sets the columns of an additional cost or tax that content names, within the open event.
create function set_line(of_team bigint, of_line bigint, content jsonb)
 returns void
 language plpgsql
as $function$
begin
  update percent_lines l
     set (name, percent_total, percent_labour, percent_materials, percent_tools) = (
           select n.name, n.percent_total, n.percent_labour, n.percent_materials, n.percent_tools from jsonb_populate_record(l, content) n),
         revision = nextval('revisions'), updated_at = clock_timestamp()
   where l.team_id = of_team and l.id = of_line;
end $function$;

-- Sets the columns of a row that content names, within the open event.
create function set_row(of_team bigint, of_row bigint, content jsonb)
 returns void
 language plpgsql
as $function$
begin
  update estimate_rows r
     set (code, name, unit, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools, formulas) = (
           select n.code, n.name, n.unit, n.quantity, n.unit_labour, n.unit_materials, n.unit_tools, n.labour, n.materials, n.tools, n.formulas
             from jsonb_populate_record(r, content) n),
         revision = nextval('revisions'), updated_at = clock_timestamp()
   where r.team_id = of_team and r.id = of_row;
end $function$;

-- An image reduced to what the readable history and named moments need: changed values, the name and where the record was. An image that is small
-- already stays as it is.
create function small_image(image jsonb, other jsonb)
 returns jsonb
 language sql
 immutable
as $function$
  select case when image is null then null else coalesce((
    select jsonb_object_agg(e.key, e.value) from jsonb_each(image) e
     where e.key not in ('team_id', 'id', 'version_id', 'revision', 'created_at', 'labour', 'materials', 'tools')
       and (e.key <> 'updated_at' or (other is not null and image -> 'order' is distinct from other -> 'order'))
       and case when other is null then e.value not in ('null', '""', '0') and e.key <> 'updated_at'
                else e.value is distinct from other -> e.key or e.key in ('act_id', 'list_id', 'name', 'title', 'number')
                  or e.key = 'kind' and image ? 'percent_total' end), '{}') end
$function$;

-- Whether a login or API token is still valid, and the person's role in the team. Volatile, so that it sees what others committed while the statement
-- waited for a lock.
create function standing_of(person bigint, of_family text, of_generation integer, of_token bigint, of_team bigint)
 returns table(stands boolean, role text)
 language plpgsql
 rows 1
 set plan_cache_mode to 'force_generic_plan'
as $function$
#variable_conflict use_column
begin
  return query
    select (of_family is null or exists (
             select from refresh_families f join users u on u.id = f.user_id and u.disabled_at is null
              where f.id = of_family and f.user_id = person and f.generation = of_generation and f.revoked_at is null))
       and (of_token is null or exists (
             select from api_tokens t join users u on u.id = t.user_id and u.disabled_at is null
              where t.id = of_token and t.user_id = person and t.withdrawn_at is null and t.expires_at > now())),
           (select m.role from members m where m.team_id = of_team and m.user_id = person);
end $function$;

-- The teams a person may use: theirs, except those that require a second factor the person does not have.
create function teams_open_to(person bigint)
 returns table(team_id bigint, role text)
 language sql
 stable rows 5
as $function$
  select m.team_id, m.role from members m join teams t on t.id = m.team_id
   where m.user_id = person
     and (t.factor_required_from is null or t.factor_required_from > now() or exists (select from factors f where f.user_id = person))
$function$;

-- Notifies the followers of a team's projects.
create function tell_of_projects()
 returns trigger
 language plpgsql
as $function$
begin
  perform pg_notify('actum', 'team:' || coalesce(new.team_id, old.team_id));
  return null;
end $function$;

-- The records an event touched, for live queries. Rows and claims are named only when there are few of them.
create function touched_by(of_team bigint, of_event bigint)
 returns jsonb
 language plpgsql
 stable
as $function$
begin
  return (
    with images as (
      select relation, op, id, before, after, coalesce(after, before) as image from event_changes where team_id = of_team and event_id = of_event
    ), row_images as (
      select id, op = 'update' and before -> 'list_id' = after -> 'list_id' and before -> 'order' = after -> 'order' as in_place
        from images where relation = 'estimate_rows'
    ), own_extra as (
      select x.version_id, x.list_id from recent_events e join extras x on x.team_id = e.team_id and x.id = e.object_id
       where e.team_id = of_team and e.id = of_event and e.entity_type = 'extra'
    ), touched_lists as (
      select id from images where relation = 'lists'
      union select (before ->> 'list_id')::bigint from images where relation in ('estimate_rows', 'act_rows')
      union select (after ->> 'list_id')::bigint from images where relation in ('estimate_rows', 'act_rows')
      union select x.list_id from own_extra x
    ), touched_acts as (
      select id from images where relation = 'acts'
      union select (image ->> 'act_id')::bigint from images where relation = 'act_rows'
    ), touched_versions as (
      select id from images where relation = 'versions'
      union select (image ->> 'version_id')::bigint from images
      union select a.version_id from touched_acts t join acts a on a.team_id = of_team and a.id = t.id
      union select x.version_id from own_extra x
      union select e.object_id from recent_events e where e.team_id = of_team and e.id = of_event and e.entity_type = 'version'
      union select c.from_version_id from recent_events e join carryings c on c.team_id = e.team_id and c.version_id = e.object_id
             where e.team_id = of_team and e.id = of_event and e.entity_type = 'version'
    )
    select jsonb_build_object(
      'versions', (select coalesce(jsonb_agg(id), '[]') from touched_versions where id is not null),
      'lists', (select coalesce(jsonb_agg(id), '[]') from touched_lists where id is not null),
      'rows', (select case when count(*) = 0 then '[]' when count(*) <= 10 and bool_and(in_place) then jsonb_agg(id) end from row_images),
      'acts', (select coalesce(jsonb_agg(id), '[]') from touched_acts where id is not null),
      'act_rows', (select case when count(*) = 0 then '[]' when count(*) <= 10 then jsonb_agg(id) end from images where relation = 'act_rows')));
end $function$;

-- The one row or claim that an event changed without moving it; nothing for any other event.
create function touched_in_place(of_team bigint, of_event bigint)
 returns table(relation text, record bigint, version_id bigint, list_id bigint, act_id bigint)
 language plpgsql
 stable rows 1
 set plan_cache_mode to 'force_generic_plan'
as $function$
#variable_conflict use_column
begin
  if (select count(*) from (select from event_changes c where c.team_id = of_team and c.event_id = of_event limit 2) c) <> 1 then return; end if;
  return query
    select c.relation, c.id, coalesce((c.after ->> 'version_id')::bigint, a.version_id), (c.after ->> 'list_id')::bigint, a.id
      from event_changes c
      left join lateral (
        select o.id, o.version_id from acts o
         where c.relation = 'act_rows' and o.team_id = of_team and o.id = (c.after ->> 'act_id')::bigint limit 1) a on true
     where c.team_id = of_team and c.event_id = of_event
       and (c.relation = 'act_rows' and c.op <> 'delete'
            or c.relation = 'estimate_rows' and c.op = 'update'
               and c.before -> 'list_id' = c.after -> 'list_id' and c.before -> 'order' = c.after -> 'order')
       and not exists (select from event_notes n where n.team_id = of_team and n.event_id = of_event);
end $function$;

-- Whether the rows of a version are closed to edits: it has an act, or a newer version continues it.
create function version_frozen(of_team bigint, of_version bigint)
 returns boolean
 language plpgsql
 stable
as $function$
begin
  return exists (select from acts a where a.team_id = of_team and a.version_id = of_version)
      or exists (select from versions n where n.team_id = of_team and n.carried_from = of_version and n.deleted_at is null);
end $function$;
