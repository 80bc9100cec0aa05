-- The parts of an edit that are one round trip together. Functions that read are volatile, so that each sees what the call before it in the same
-- statement has waited for or written; they are in plpgsql, because a session plans the statements of such a function
-- once; `force_generic_plan` keeps it from planning them again for each set of arguments.

-- Where a record that a call may name lies, among these teams. What is deleted, or lies in something deleted, is not there. In the place of the view
-- `places`, which processes of the version before still ask: a plan for all kinds at once costs several times the one that is needed.
create function place_of(teams bigint[], of_kind text, record bigint)
returns table (team_id bigint, project_id bigint, version_id bigint, act_id bigint, act_place int) language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
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
        from acts a join open_versions v on v.team_id = a.team_id and v.id = a.version_id where a.team_id = any(teams) and a.id = record;
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
    else
      select n.team_id, n.version_id into in_team, in_version from percent_lines n where n.team_id = any(teams) and n.id = record and n.kind = of_kind;
  end case;
  return query select v.team_id, v.project_id, v.id, null::bigint, null::int from open_versions v where v.team_id = in_team and v.id = in_version;
end $$;

-- The same as before by `place_of`.
-- Holds the project of a record until the transaction ends and answers where the record lies: nothing when it is gone, or the person is no
-- member. The place is read again after the wait for the lock, by statements of their own, because only a new statement sees what others have
-- committed during that wait; that is also why the function is volatile.
-- `at_place` asks for the act at that place of the record's version as well.
create or replace function lock_place(person bigint, of_kind text, record bigint, at_place int default null)
returns table (team_id bigint, project_id bigint, version_id bigint, act_id bigint, act_place int, frozen boolean)
language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  before record;
begin
  select l.team_id, l.project_id into before from place_of(array(select m.team_id from members m where m.user_id = person), of_kind, record) l;
  if not found then return; end if;
  perform 1 from projects p where p.team_id = before.team_id and p.id = before.project_id for no key update;
  return query
    select l.team_id, l.project_id, l.version_id, coalesce(l.act_id, a.id), coalesce(l.act_place, a.place),
           exists (select from acts o where o.team_id = l.team_id and o.version_id = l.version_id)
      from place_of(array(select m.team_id from members m where m.user_id = person), of_kind, record) l
      left join lateral (
        select o.id, o.place from acts o where o.team_id = l.team_id and o.version_id = l.version_id and o.place = at_place limit 1) a on true;
end $$;

-- Opens an event: every logged write that follows in the transaction belongs to it. Discards undone events, and tells the project's followers.
create function record_event(
  of_team bigint, of_project bigint, entity text, object bigint, action text, author bigint, about text, of_field text, with_images boolean, channel text, topic text
) returns bigint language plpgsql as $$
declare
  event bigint;
begin
  delete from recent_events e where e.team_id = of_team and e.project_id = of_project and not e.processed;
  insert into recent_events (team_id, project_id, entity_type, object_id, type, author_id, author_name, subject, field, created_at)
    select of_team, of_project, entity, object, action, author, (select u.name from users u where u.id = author), about, of_field,
           greatest(clock_timestamp(), (select max(e.created_at) from recent_events e where e.team_id = of_team and e.project_id = of_project) + interval '1 microsecond')
    returning id into event;
  perform set_config('actum.event', case when with_images then event::text else '' end, true);
  update projects p set updated_at = clock_timestamp() where p.team_id = of_team and p.id = of_project;
  insert into project_changes (team_id, project_id, event_id, way, author_id) values (of_team, of_project, event, 'done', author);
  perform pg_notify(channel, topic);
  return event;
end $$;
-- Undone events are looked for at every edit.
create index recent_events_undone on recent_events (team_id, project_id) where not processed;

-- Rows as stored, in the order of `ids`, each with its section: a heading's own, another row's the one it stands in. `around`: the headings around
-- them, outermost included, in their place.
-- Every table is looked up row by row (`limit 1` within lateral), because a plan made without statistics would read all of it.
create function read_rows(of_team bigint, ids bigint[], around boolean) returns json language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
begin
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
end $$;

-- What the summary of a version is made of: its lists with their kept totals and its percent lines, in order.
create function read_summary(of_team bigint, of_version bigint) returns json language plpgsql volatile as $$
begin
  return json_build_object(
    'costs', (
      select coalesce(json_agg(json_build_object(
               'id', l.id, 'order', l."order", 'title', l.title, 'labour', coalesce(t.labour, 0)::text, 'materials', coalesce(t.materials, 0)::text,
               'tools', coalesce(t.tools, 0)::text) order by l."order", l.id), '[]')
        from lists l left join list_totals t on t.team_id = l.team_id and t.list_id = l.id where l.team_id = of_team and l.version_id = of_version),
    'lines', (
      select coalesce(json_agg(json_build_object(
               'id', n.id, 'kind', n.kind, 'order', n."order", 'name', n.name, 'percent_total', n.percent_total::text, 'percent_labour', n.percent_labour::text,
               'percent_materials', n.percent_materials::text, 'percent_tools', n.percent_tools::text,
               'updated_at', to_char(n.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'revision', n.revision) order by n."order", n.id), '[]')
        from percent_lines n where n.team_id = of_team and n.version_id = of_version),
    'frozen', exists (select from acts a where a.team_id = of_team and a.version_id = of_version),
    'is_settled', not exists (
      select from unsettled_outlines u join lists l on l.team_id = u.team_id and l.id = u.list_id where u.team_id = of_team and l.version_id = of_version));
end $$;

create function keep_price(of_team bigint, of_version bigint, of_price numeric) returns void language plpgsql as $$
begin
  insert into version_totals as kept (team_id, version_id, price) values (of_team, of_version, of_price)
    on conflict (team_id, version_id) do update set price = excluded.price where kept.price <> excluded.price;
end $$;

-- Sets those columns of a row that `content` names, within the event that is open.
create function set_row(of_team bigint, of_row bigint, content jsonb) returns void language plpgsql as $$
begin
  update estimate_rows r
     set (code, name, unit, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools, formulas) = (
           select n.code, n.name, n.unit, n.quantity, n.unit_labour, n.unit_materials, n.unit_tools, n.labour, n.materials, n.tools, n.formulas
             from jsonb_populate_record(r, content) n),
         revision = nextval('revisions'), updated_at = clock_timestamp()
   where r.team_id = of_team and r.id = of_row;
end $$;

-- The same for an additional cost or a tax.
create function set_line(of_team bigint, of_line bigint, content jsonb) returns void language plpgsql as $$
begin
  update percent_lines l
     set (name, percent_total, percent_labour, percent_materials, percent_tools) = (
           select n.name, n.percent_total, n.percent_labour, n.percent_materials, n.percent_tools from jsonb_populate_record(l, content) n),
         revision = nextval('revisions'), updated_at = clock_timestamp()
   where l.team_id = of_team and l.id = of_line;
end $$;

-- The same as before, planned once a session: it runs at the end of every edit.
create or replace function touched_by(of_team bigint, of_event bigint) returns jsonb language plpgsql stable as $$
begin
  return (
    with images as (
      select relation, op, id, before, after, coalesce(after, before) as image from event_changes where team_id = of_team and event_id = of_event
    ), row_images as (
      select id, op = 'update' and before -> 'list_id' = after -> 'list_id' and before -> 'order' = after -> 'order' as in_place
        from images where relation = 'estimate_rows'
    ), touched_lists as (
      select id from images where relation = 'lists'
      union select (before ->> 'list_id')::bigint from images where relation in ('estimate_rows', 'act_rows')
      union select (after ->> 'list_id')::bigint from images where relation in ('estimate_rows', 'act_rows')
    ), touched_acts as (
      select id from images where relation = 'acts'
      union select (image ->> 'act_id')::bigint from images where relation = 'act_rows'
    ), touched_versions as (
      select id from images where relation = 'versions'
      union select (image ->> 'version_id')::bigint from images
      union select a.version_id from touched_acts t join acts a on a.team_id = of_team and a.id = t.id
      union select e.object_id from recent_events e where e.team_id = of_team and e.id = of_event and e.entity_type = 'version'
    )
    select jsonb_build_object(
      'versions', (select coalesce(jsonb_agg(id), '[]') from touched_versions where id is not null),
      'lists', (select coalesce(jsonb_agg(id), '[]') from touched_lists where id is not null),
      'rows', (select case when count(*) = 0 then '[]' when count(*) <= 10 and bool_and(in_place) then jsonb_agg(id) end from row_images),
      'acts', (select coalesce(jsonb_agg(id), '[]') from touched_acts where id is not null),
      'act_rows', (select case when count(*) = 0 then '[]' when count(*) <= 10 then jsonb_agg(id) end from images where relation = 'act_rows')));
end $$;
