-- When the process that has a file to read last said that it is alive: a file waits for its turn, so the time since its upload does not tell
-- whether that process was killed.
alter table imports add column read_alive_at timestamptz not null default now();

-- What several lists of a first import state alike is included in all of them, or in none. It was set only in the first of them, and was lost
-- when that list was left out of an import under review.
with lines as (
  select n.team_id, n.id, n.project_id, n.kind, lower(trim(n.name)) as label, n.percent_total, n.percent_labour, n.percent_materials,
         n.percent_tools, n.included,
         row_number() over (
           partition by n.team_id, n.list_id, n.kind, lower(trim(n.name)), n.percent_total, n.percent_labour, n.percent_materials, n.percent_tools
           order by n."order") as nth
    from import_lines n
    join import_lists l on l.team_id = n.team_id and l.id = n.list_id and l.project_id = n.project_id and not l.staged
    join imports i on i.team_id = n.team_id and i.project_id = n.project_id and i.base_version_id is null and i.finished_version_id is null
), said as (
  select team_id, id, bool_or(included) over (
           partition by team_id, project_id, kind, label, percent_total, percent_labour, percent_materials, percent_tools, nth) as included
    from lines
)
update import_lines n set included = true
  from said s where s.team_id = n.team_id and s.id = n.id and s.included and not n.included;

-- A row that was taken in and then removed is left out again.
update import_lists l
   set not_taken = (
         select jsonb_agg(case when n.row -> 'taken_in' = 'true'::jsonb and not exists (
                  select from import_rows r where r.team_id = l.team_id and r.rows_id = l.rows_id and r.sheet_row_index = (n.row ->> 'row_index')::int)
                then n.row - 'taken_in' else n.row end order by n.at)
           from jsonb_array_elements(l.not_taken) with ordinality as n (row, at))
 where l.project_id is not null and l.not_taken @> '[{"taken_in": true}]'::jsonb;
