-- Written by `node scripts/schema.ts` from a database with all migrations; a test fails when it is stale. Changes are made by migrations.

-- Acts without the carried work at place 0.
create view numbered_acts as
 select team_id,
    id,
    version_id,
    place,
    number,
    finish_date,
    status_id,
    revision,
    created_at
   from acts
  where place > 0;

-- Versions that are not deleted, of projects that are not deleted.
create view open_versions as
 select v.team_id,
    v.project_id,
    v.id
   from versions v
     join projects p on p.team_id = v.team_id and p.id = v.project_id
  where v.deleted_at is null and p.deleted_at is null;

-- Where each record that a call may name is. Replaced by place_of; kept for processes of an earlier version during an upgrade.
create view places as
 select 'project'::text as kind,
    p.team_id,
    p.id,
    p.id as project_id,
    null::bigint as version_id,
    null::bigint as act_id,
    null::integer as act_place
   from projects p
  where p.deleted_at is null
union all
 select 'version'::text as kind,
    v.team_id,
    v.id,
    v.project_id,
    v.id as version_id,
    null::bigint as act_id,
    null::integer as act_place
   from open_versions v
union all
 select 'list'::text as kind,
    v.team_id,
    l.id,
    v.project_id,
    v.id as version_id,
    null::bigint as act_id,
    null::integer as act_place
   from lists l
     join open_versions v on v.team_id = l.team_id and v.id = l.version_id
union all
 select 'row'::text as kind,
    v.team_id,
    r.id,
    v.project_id,
    v.id as version_id,
    null::bigint as act_id,
    null::integer as act_place
   from estimate_rows r
     join open_versions v on v.team_id = r.team_id and v.id = r.version_id
union all
 select n.kind,
    v.team_id,
    n.id,
    v.project_id,
    v.id as version_id,
    null::bigint as act_id,
    null::integer as act_place
   from percent_lines n
     join open_versions v on v.team_id = n.team_id and v.id = n.version_id
union all
 select 'act'::text as kind,
    v.team_id,
    a.id,
    v.project_id,
    v.id as version_id,
    a.id as act_id,
    a.place as act_place
   from acts a
     join open_versions v on v.team_id = a.team_id and v.id = a.version_id
union all
 select 'comment'::text as kind,
    v.team_id,
    c.id,
    v.project_id,
    v.id as version_id,
    null::bigint as act_id,
    null::integer as act_place
   from row_comments c
     join estimate_rows r on r.team_id = c.team_id and r.id = c.row_id
     join open_versions v on v.team_id = r.team_id and v.id = r.version_id
  where c.type = 'row'::text;

-- Who has which version open now.
create view presence as
 select h.team_id,
    h.project_id,
    h.version_id,
    h.user_id,
    u.name as user_name
   from heartbeats h
     join users u on u.id = h.user_id
  where h.seen_at > (clock_timestamp() - '00:00:30'::interval);

-- What each member may do in each project.
create view project_access as
 select p.team_id,
    p.id as project_id,
    m.user_id,
    coalesce(x.can, 'edits'::text) as can,
    coalesce(x.prices, true) as prices
   from projects p
     join members m on m.team_id = p.team_id
     left join project_limits x on x.team_id = p.team_id and x.user_id = m.user_id and x.project_id = p.id and m.role = 'regular'::text;

-- Acts that a public link may show, with when anything in their project last changed.
create view public_act as
 select a.team_id,
    a.id,
    p.updated_at as changed_at
   from acts a
     join versions v on v.team_id = a.team_id and v.id = a.version_id and v.deleted_at is null
     join projects p on p.team_id = v.team_id and p.id = v.project_id and p.deleted_at is null;

-- A hash of a team's projects that changes when one is made, renamed, deleted or gets another status.
create view team_projects as
 select team_id,
    coalesce(md5(string_agg(concat_ws(' '::text, id, status, name), chr(10) order by id) filter (where deleted_at is null)), ''::text) as state,
    max(listed_at) as changed_at
   from projects p
  group by team_id;
