-- A version is frozen once it has an act, or once a newer version carries it on. Whoever asks takes it from here. The two functions that are
-- repeated below are otherwise the same as before.
create function version_frozen(of_team bigint, of_version bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from acts a where a.team_id = of_team and a.version_id = of_version)
      or exists (select from versions n where n.team_id = of_team and n.carried_from = of_version and n.deleted_at is null);
end $$;

create or replace function lock_place(person bigint, of_kind text, record bigint, at_place int default null)
returns table (team_id bigint, project_id bigint, version_id bigint, act_id bigint, act_place int, frozen boolean)
language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
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
end $$;

create or replace function read_summary(of_team bigint, of_version bigint) returns json language plpgsql volatile as $$
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
end $$;
