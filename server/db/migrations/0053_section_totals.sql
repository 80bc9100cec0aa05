-- Finds the section a row stands in without looking at the rows between.
create index estimate_sections_by_place on estimate_rows (team_id, list_id, "order", id) where kind = 'section';

-- `own_…`: the rows from a heading to the next one. The others include the sections within it. `level`, `parent_id` and `heading_count` come from
-- domain/sections.ts: they are settled (server/estimates/sections.ts) before the transaction that touched a heading ends.
create table section_totals (
  team_id bigint not null,
  section_id bigint not null,
  list_id bigint not null,
  parent_id bigint,
  level int not null default 1,
  heading_count int not null default 0,
  own_labour numeric(30, 2) not null default 0,
  own_materials numeric(30, 2) not null default 0,
  own_tools numeric(30, 2) not null default 0,
  own_rows int not null default 0,
  labour numeric(30, 2) not null default 0,
  materials numeric(30, 2) not null default 0,
  tools numeric(30, 2) not null default 0,
  row_count int not null default 0,
  primary key (team_id, section_id)
);
create index section_totals_by_list on section_totals (team_id, list_id);

-- Lists whose headings were made, moved, removed or given another code, until their outline is settled.
create table unsettled_outlines (team_id bigint not null, list_id bigint not null, primary key (team_id, list_id));

-- What the rows of a section come to with everything done up to and with an act, sections within it included.
create table act_section_totals (
  team_id bigint not null,
  act_id bigint not null,
  section_id bigint not null,
  labour numeric(30, 2) not null default 0,
  materials numeric(30, 2) not null default 0,
  tools numeric(30, 2) not null default 0,
  primary key (team_id, act_id, section_id)
);

-- The heading nearest above a place of a list, or at it.
create function section_at(of_team bigint, of_list bigint, at_order bigint, at_id bigint) returns bigint language sql stable as $$
  select r.id from estimate_rows r
   where r.team_id = of_team and r.list_id = of_list and r.kind = 'section' and (r."order", r.id) <= (at_order, at_id)
   order by r."order" desc, r.id desc limit 1
$$;

-- Adds up again the rows from each of these headings to the next one.
create function recount_own_rows(of_team bigint, sections bigint[]) returns void language sql as $$
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
$$;

-- One function for each kind of statement, alike but for where the changed places come from. `sign` is -1 for what was there and 1 for what is.
do $do$
declare
  part record;
begin
  for part in select * from (values
    ('insert', 'referencing new table as new_rows',
     'select team_id, list_id, "order", id, kind, labour, materials, tools, 1 as sign from new_rows'),
    ('delete', 'referencing old table as old_rows',
     'select team_id, list_id, "order", id, kind, labour, materials, tools, -1 as sign from old_rows'),
    ('update', 'referencing old table as old_rows new table as new_rows',
     'select p.* from old_rows o join new_rows n on n.team_id = o.team_id and n.id = o.id
        cross join lateral (values (o.team_id, o.list_id, o."order", o.id, o.kind, o.labour, o.materials, o.tools, -1),
                                   (n.team_id, n.list_id, n."order", n.id, n.kind, n.labour, n.materials, n.tools, 1))
                           as p (team_id, list_id, "order", id, kind, labour, materials, tools, sign)
       where (o.list_id, o."order", o.labour, o.materials, o.tools) is distinct from (n.list_id, n."order", n.labour, n.materials, n.tools)
          or (o.kind = ''section'' and o.code <> n.code)')) as parts (op, tables, changed)
  loop
    execute format($f$
      create function keep_section_totals_after_%1$s() returns trigger language plpgsql as $body$
      declare
        team bigint;
        counted bigint[] := '{}';
      begin
        for team in select distinct c.team_id from (%2$s) c loop
          if exists (select from (%2$s) c where c.team_id = team and c.kind = 'section') then
            delete from section_totals t using (%2$s) c
             where c.team_id = team and c.kind = 'section' and c.sign = -1 and t.team_id = team and t.section_id = c.id
               and not exists (select from estimate_rows r where r.team_id = team and r.id = c.id);
            insert into section_totals (team_id, section_id, list_id)
              select team, c.id, c.list_id from (%2$s) c where c.team_id = team and c.kind = 'section' and c.sign = 1
              on conflict (team_id, section_id) do update set list_id = excluded.list_id;
            insert into unsettled_outlines (team_id, list_id)
              select distinct team, c.list_id from (%2$s) c where c.team_id = team and c.kind = 'section' on conflict do nothing;
            -- A heading that came or went takes its rows from the one above it, or leaves them to it.
            select coalesce(array_agg(distinct s.id), '{}') into counted
              from (select c.id from (%2$s) c where c.team_id = team and c.kind = 'section' and c.sign = 1
                    union all
                    select section_at(team, c.list_id, c."order", c.id - 1) from (%2$s) c where c.team_id = team and c.kind = 'section') s
             where s.id is not null;
            perform recount_own_rows(team, counted);
          elsif not exists (select from section_totals t join (select distinct c.list_id from (%2$s) c where c.team_id = team) l
                             on t.team_id = team and t.list_id = l.list_id) then
            continue;
          end if;
          with recursive moved as (
            select s.id as section_id, sum(c.sign * c.labour) as labour, sum(c.sign * c.materials) as materials, sum(c.sign * c.tools) as tools,
                   sum(c.sign)::int as counted, true as is_own
              from (%2$s) c
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
      end $body$;
      create trigger section_totals_after_%1$s after %1$s on estimate_rows %3$s
        for each statement execute function keep_section_totals_after_%1$s();
    $f$, part.op, part.changed, part.tables);
  end loop;
end $do$;

insert into section_totals (team_id, section_id, list_id) select team_id, id, list_id from estimate_rows where kind = 'section';
insert into unsettled_outlines (team_id, list_id) select distinct team_id, list_id from section_totals;
select recount_own_rows(t.team_id, array_agg(t.section_id)) from section_totals t group by t.team_id;
