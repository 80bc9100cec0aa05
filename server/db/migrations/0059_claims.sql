-- The parts of an edit of an act's row (see 0058). 4096 is ACTS_PER_VERSION of domain/act.ts.

-- The acts of a version from a place on, in order: their status, what each claims of one row, and the sums of their lists up to and with them.
create function read_acts(of_team bigint, of_version bigint, from_place int, of_row bigint) returns json language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
begin
  return json_build_object(
    'settled_status', (select s.id from act_status s order by s."order" desc limit 1),
    'acts', (
      select coalesce(json_agg(json_build_object(
               'id', a.id, 'place', a.place, 'number', a.number, 'status_id', a.status_id, 'code', s.code, 'name', s.name,
               'quantity', coalesce((select d.quantity from act_rows d where d.team_id = of_team and d.id = of_row * 4096 + a.place), 0)::text,
               'lists', (
                 select coalesce(json_agg(json_build_object(
                          'list_id', t.list_id, 'labour', t.labour::text, 'materials', t.materials::text, 'tools', t.tools::text)), '[]')
                   from act_list_totals t where t.team_id = of_team and t.act_id = a.id)) order by a.place), '[]')
        from acts a join act_status s on s.id = a.status_id
       where a.team_id = of_team and a.version_id = of_version and a.place >= from_place));
end $$;

-- What `read_rows` answers, and for each of its rows what the act at this place claims of it, what those before it claim, and, of a heading, the sums
-- with it and before it.
create function read_claims(of_team bigint, of_version bigint, at_place int, ids bigint[], around boolean) returns json language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
declare
  found json := read_rows(of_team, ids, around);
begin
  return json_build_object('rows', found, 'claims', (
    select coalesce(json_agg(json_build_object(
             'quantity', coalesce(own.quantity, 0)::text, 'revision', coalesce(own.revision, 0),
             'before', coalesce((select sum(d.quantity) from act_rows d where d.team_id = of_team and d.row_id = r.id and d.id % 4096 < at_place), 0)::text,
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

create function keep_act_prices(of_team bigint, prices json) returns void language plpgsql as $$
begin
  insert into act_totals as kept (team_id, act_id, price)
    select of_team, p.act_id, p.price from json_to_recordset(prices) as p (act_id bigint, price numeric)
    on conflict (team_id, act_id) do update set price = excluded.price where kept.price <> excluded.price;
end $$;

-- Sets what an act claims of a row. `moves`: by how much the sums of this act and of each later one change, for the row's list and its sections.
create function set_claim(of_team bigint, of_act bigint, at_place int, of_list bigint, of_row bigint, claimed numeric, moves json, prices json) returns void
language plpgsql as $$
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
end $$;
