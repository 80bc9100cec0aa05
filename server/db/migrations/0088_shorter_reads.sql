-- One row with the headings around it, read step by step: a plan for any number of rows takes longer to start than these steps take.
create function read_one_row(of_team bigint, of_row bigint, around boolean) returns json
language plpgsql volatile as $$
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
end $$;

do $do$
declare
  before text := pg_get_functiondef('read_rows(bigint, bigint[], boolean)'::regprocedure);
  after text := replace(before, $old$
begin
  return ($old$, $new$
begin
  if cardinality(ids) = 1 then return read_one_row(of_team, ids[1], around); end if;
  return ($new$);
begin
  if after = before then raise exception 'read_rows begins in another way'; end if;
  execute after;
end $do$;

-- A window as before. Numbers are joined to text as they come: an array of them is filled, taken apart and looked through for what to escape.
create or replace function read_window(teams bigint[], of_list bigint, skip bigint, take bigint) returns text language plpgsql volatile
set plan_cache_mode = force_generic_plan as $$
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
end $$;
