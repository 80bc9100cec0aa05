-- The last place that an act of a version has ever had. A row in an act is known by its place (domain/act.ts), so a place is not given again: an edit
-- or a comment meant for an act that was deleted would come to the act that took its place.
create table places_taken (
  team_id bigint not null,
  version_id bigint not null,
  last int not null,
  primary key (team_id, version_id),
  foreign key (team_id, version_id) references versions (team_id, id)
);

-- From the acts that are there, those made or deleted as far as the history has their images, and those whose comments are there.
insert into places_taken (team_id, version_id, last)
select f.team_id, f.version_id, max(f.place)
  from (
    select a.team_id, a.version_id, a.place from acts a
    union all
    select c.team_id, (coalesce(c.after, c.before) ->> 'version_id')::bigint, (coalesce(c.after, c.before) ->> 'place')::int
      from recent_events e join event_changes c on c.team_id = e.team_id and c.event_id = e.id and c.relation = 'acts'
     where e.entity_type = 'act' and e.type in ('create', 'delete')
    union all
    select r.team_id, r.version_id, (c.row_id % 4096)::int
      from row_comments c join estimate_rows r on r.team_id = c.team_id and r.id = c.row_id / 4096 where c.type = 'act_row'
  ) f
  join versions v on v.team_id = f.team_id and v.id = f.version_id
 where f.place > 0
 group by 1, 2;

-- By a trigger, because a process of the version before makes acts too while both run.
create function keep_places_taken() returns trigger language plpgsql as $$
begin
  insert into places_taken as kept (team_id, version_id, last)
    select n.team_id, n.version_id, max(n.place) from new_rows n where n.place > 0 group by 1, 2
    on conflict (team_id, version_id) do update set last = excluded.last where kept.last < excluded.last;
  return null;
end $$;
create trigger places_of_acts after insert on acts referencing new table as new_rows for each statement execute function keep_places_taken();

-- The same as before, from the latest act up to the place on: a place before it may be empty.
create or replace function read_acts(of_team bigint, of_version bigint, from_place int, of_row bigint) returns json language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
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
end $$;

-- The same as before, with the sums of the act before wherever its place is.
create or replace function read_claims(of_team bigint, of_version bigint, at_place int, ids bigint[], around boolean) returns json language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
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
end $$;
