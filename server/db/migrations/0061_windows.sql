-- A window of a list as stored, column by column, as the text of an answer; null when the list is in none of these teams. `columns` has the fields of
-- `Row` (domain/api/shapes.ts) in their order. A heading has the sums of its section. Planned once a session (see 0058).
create function read_window(teams bigint[], of_list bigint, skip bigint, take bigint) returns text language plpgsql volatile
set plan_cache_mode = force_generic_plan as $$
declare
  in_team bigint;
  counted int;
begin
  select p.team_id into in_team from place_of(teams, 'list', of_list) p;
  if not found then return null; end if;
  counted := coalesce((select t.row_count from list_totals t where t.team_id = in_team and t.list_id = of_list), 0);
  return (
    with stored as materialized (
      select r.*, row_number() over (order by r."order", r.id) as place
        from (select * from estimate_rows e where e.team_id = in_team and e.list_id = of_list
               order by e.team_id, e.list_id, e."order", e.id offset skip limit take) r
    ), above as materialized (
      select e.id from stored s
       cross join lateral (
         select e.id from estimate_rows e
          where e.team_id = in_team and e.list_id = of_list and e.kind = 'section' and (e."order", e.id) <= (s."order", s.id)
          order by e."order" desc, e.id desc limit 1) e
       where s.place = 1
    ), within as materialized (
      select s.*, coalesce((max(case s.kind when 'section' then array[s.place, s.id] end) over (order by s.place))[2], (select a.id from above a)) as within_id
        from stored s
    ), sections as materialized (
      select t.* from (select distinct n.within_id from within n) i
       cross join lateral (select * from section_totals n where n.team_id = in_team and n.section_id = i.within_id limit 1) t
    ), w as (
      select n.*, coalesce(t.level, case n.kind when 'section' then 1 else 0 end) as level,
             coalesce(case n.kind when 'section' then t.parent_id else n.within_id end, 0) as section_id,
             coalesce(case n.kind when 'section' then t.row_count end, 0) as row_count,
             coalesce(case n.kind when 'section' then t.labour end, n.labour) as shown_labour,
             coalesce(case n.kind when 'section' then t.materials end, n.materials) as shown_materials,
             coalesce(case n.kind when 'section' then t.tools end, n.tools) as shown_tools
        from within n left join sections t on t.section_id = n.within_id order by n.place
    )
    select json_build_object('columns', json_build_object(
             'id', coalesce(json_agg(w.id), '[]'), 'list_id', coalesce(json_agg(w.list_id), '[]'), 'order', coalesce(json_agg(w."order"), '[]'),
             'kind', coalesce(json_agg(w.kind), '[]'), 'code', coalesce(json_agg(w.code), '[]'), 'name', coalesce(json_agg(w.name), '[]'),
             'unit', coalesce(json_agg(w.unit), '[]'),
             'quantity', coalesce(json_agg(trim_scale(w.quantity)::text), '[]'),
             'unit_labour', coalesce(json_agg(trim_scale(w.unit_labour)::text), '[]'),
             'unit_materials', coalesce(json_agg(trim_scale(w.unit_materials)::text), '[]'),
             'unit_tools', coalesce(json_agg(trim_scale(w.unit_tools)::text), '[]'),
             'unit_total', coalesce(json_agg(trim_scale(w.unit_labour + w.unit_materials + w.unit_tools)::text), '[]'),
             'formulas', coalesce(json_agg(w.formulas), '[]'), 'revision', coalesce(json_agg(w.revision), '[]'),
             'level', coalesce(json_agg(w.level), '[]'), 'section_id', coalesce(json_agg(w.section_id), '[]'),
             'row_count', coalesce(json_agg(w.row_count), '[]'),
             'labour', coalesce(json_agg(w.shown_labour::text), '[]'), 'materials', coalesce(json_agg(w.shown_materials::text), '[]'),
             'tools', coalesce(json_agg(w.shown_tools::text), '[]'),
             'total', coalesce(json_agg((w.shown_labour + w.shown_materials + w.shown_tools)::text), '[]')),
           'total', counted, 'stored', counted)::text
      from w);
end $$;
