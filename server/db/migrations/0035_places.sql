-- Versions that are neither deleted themselves nor part of a deleted project.
create view open_versions as
  select v.team_id, v.project_id, v.id
    from versions v join projects p on p.team_id = v.team_id and p.id = v.project_id
   where v.deleted_at is null and p.deleted_at is null;

-- Where each record that a call may name lies. What is deleted, or lies in something deleted, is not there.
create view places as
  select 'project' as kind, p.team_id, p.id, p.id as project_id, null::bigint as version_id, null::bigint as act_id, null::int as act_place
    from projects p where p.deleted_at is null
  union all
  select 'version', v.team_id, v.id, v.project_id, v.id, null, null from open_versions v
  union all
  select 'list', v.team_id, l.id, v.project_id, v.id, null, null
    from lists l join open_versions v on v.team_id = l.team_id and v.id = l.version_id
  union all
  select 'row', v.team_id, r.id, v.project_id, v.id, null, null
    from estimate_rows r join open_versions v on v.team_id = r.team_id and v.id = r.version_id
  union all
  select n.kind, v.team_id, n.id, v.project_id, v.id, null, null
    from percent_lines n join open_versions v on v.team_id = n.team_id and v.id = n.version_id
  union all
  select 'act', v.team_id, a.id, v.project_id, v.id, a.id, a.place
    from acts a join open_versions v on v.team_id = a.team_id and v.id = a.version_id
  union all
  select 'comment', v.team_id, c.id, v.project_id, v.id, null, null
    from row_comments c
    join estimate_rows r on r.team_id = c.team_id and r.id = c.row_id
    join open_versions v on v.team_id = r.team_id and v.id = r.version_id
   where c.type = 'row';

-- Holds the project of a record until the transaction ends and answers where the record lies: nothing when it is gone, or the person is no
-- member. The place is read after the wait for the lock, by a statement of its own, because only a new statement sees what others have
-- committed during that wait; that is also why the function is volatile.
-- `at_place` asks for the act at that place of the record's version as well.
create function lock_place(person bigint, of_kind text, record bigint, at_place int default null)
returns table (team_id bigint, project_id bigint, version_id bigint, act_id bigint, act_place int, frozen boolean)
language plpgsql volatile as $$
#variable_conflict use_column
begin
  perform 1 from projects p
   where (p.team_id, p.id) in (
     select l.team_id, l.project_id from members m join places l on l.team_id = m.team_id
      where m.user_id = person and l.kind = of_kind and l.id = record)
     for no key update of p;
  if not found then return; end if;
  return query
    select l.team_id, l.project_id, l.version_id, coalesce(l.act_id, a.id), coalesce(l.act_place, a.place),
           exists (select from acts o where o.team_id = l.team_id and o.version_id = l.version_id)
      from members m join places l on l.team_id = m.team_id
      left join acts a on a.team_id = l.team_id and a.version_id = l.version_id and a.place = at_place
     where m.user_id = person and l.kind = of_kind and l.id = record;
end $$;
