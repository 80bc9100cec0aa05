-- Extras widen the range of their rows everywhere an act is read (docs/domain.md, Extras).

-- Who took an extra back, beside who decided it: undo puts it in force again as it was decided.
alter table extras add column withdrawn_by bigint references users (id), add column withdrawn_at timestamptz;

-- Mails about an extra: to those who may decide it, and to who asked once it is decided. `entry_id` is the extra's.
do $$
declare before text;
begin
  select pg_get_constraintdef(oid) into strict before from pg_constraint where conname = 'outgoing_mails_kind_check' and conrelid = 'outgoing_mails'::regclass;
  alter table outgoing_mails drop constraint outgoing_mails_kind_check;
  execute 'alter table outgoing_mails add constraint outgoing_mails_kind_check ' || replace(before, '''answered''::text', '''answered''::text, ''extra_asked''::text, ''extra_decided''::text');
end $$;

-- What the approved extras of a row come to and add to its amounts, and by how much that changes the sums of the headings around it.
create function keep_row_extra(
  of_team bigint, of_version bigint, of_list bigint, of_row bigint, extra numeric, of_labour numeric, of_materials numeric, of_tools numeric
) returns void language plpgsql as $$
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
end $$;

-- The same as before, with the extra of each row, and what extras add to each heading.
create or replace function read_claims(of_team bigint, of_version bigint, at_place int, ids bigint[], around boolean) returns json language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
declare
  found json := read_rows(of_team, ids, around);
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
                where a.team_id = of_team and a.version_id = of_version and a.place = at_place - 1),
             'sums', (
               select json_build_object('labour', t.labour::text, 'materials', t.materials::text, 'tools', t.tools::text)
                 from acts a join act_section_totals t on t.team_id = a.team_id and t.act_id = a.id and t.section_id = r.id
                where a.team_id = of_team and a.version_id = of_version and a.place = at_place)) order by r.at), '[]')
      from (select (e.value ->> 'id')::bigint as id, e.at from json_array_elements(found) with ordinality e (value, at)) r
      left join act_rows own on own.team_id = of_team and own.id = r.id * 4096 + at_place));
end $$;

-- The same as before, and where an extra was approved or taken back.
create or replace function keep_event_places(of_team bigint, of_event bigint) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
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
  end if;
  -- An event of an extra keeps no images.
  insert into event_places (team_id, event_id, version_id, list_id, records)
    select e.team_id, e.id, x.version_id, x.list_id, 0 from recent_events e join extras x on x.team_id = e.team_id and x.id = e.object_id
     where e.team_id = of_team and e.id = of_event and e.entity_type = 'extra';
end $$;
