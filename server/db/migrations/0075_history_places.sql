-- Where each event of the log happened, so that the history of a version, a list or an act is a range of an index, however long the project's is.
-- An event that reaches into several lists has a row for each. Percent lines and the version itself are in no list.
create table event_places (
  team_id bigint not null,
  event_id bigint not null,
  version_id bigint,
  list_id bigint,
  act_id bigint,
  -- Records changed there, those not counted that only made room for others.
  records int not null,
  foreign key (team_id, event_id) references recent_events (team_id, id) on delete cascade
);

-- A document's values as texts, because a number of JSON loses digits in JavaScript.
create function as_texts(document jsonb) returns jsonb language sql immutable strict as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(document)
$$;

-- Fills it for one event, or for all of a team when no event is named. An event without images made, or copied, a whole version.
create function keep_event_places(of_team bigint, of_event bigint) returns void language sql as $$
  insert into event_places (team_id, event_id, version_id, list_id, act_id, records)
  with images as (
    select c.event_id, c.relation, c.id, coalesce(c.after, c.before) as image, (c.before ->> 'list_id')::bigint as was_in, (c.after ->> 'list_id')::bigint as is_in
      from event_changes c
     where c.team_id = of_team and (of_event is null or c.event_id = of_event)
       and not (c.op = 'update' and c.before - 'order' = c.after - 'order')
  ), placed as (
    select i.event_id, i.relation, i.id, case when i.relation = 'versions' then i.id else (i.image ->> 'version_id')::bigint end as version_id,
           case when i.relation = 'lists' then i.id else p.list_id end as list_id,
           case when i.relation = 'acts' then i.id when i.relation = 'act_rows' then (i.image ->> 'act_id')::bigint end as act_id
      from images i left join lateral (select distinct v.list_id from (values (i.was_in), (i.is_in)) v (list_id) where v.list_id is not null) p on true
  )
  select of_team, p.event_id, coalesce(p.version_id, a.version_id), p.list_id, p.act_id, count(distinct (p.relation, p.id))
    from placed p left join acts a on a.team_id = of_team and a.id = p.act_id group by 1, 2, 3, 4, 5
  union all
  select e.team_id, e.id, e.object_id, null, null, 0
    from recent_events e
   where e.team_id = of_team and (of_event is null or e.id = of_event) and e.entity_type = 'version' and e.object_id is not null
     and not exists (select from event_changes c where c.team_id = e.team_id and c.event_id = e.id)
$$;
select keep_event_places(t.id, null) from teams t;

create index event_places_of_event on event_places (team_id, event_id);
create index event_places_of_version on event_places (team_id, version_id, event_id);
create index event_places_of_list on event_places (team_id, list_id, event_id) where list_id is not null;
create index event_places_of_act on event_places (team_id, act_id, event_id) where act_id is not null;
-- The history of one record. Records of two tables may share an id; a page reads past the few images of the other.
create index event_changes_of_record on event_changes (team_id, id, event_id);

-- The same as before, and where the event happened.
create or replace function complete_project_change() returns trigger language plpgsql as $$
begin
  update project_changes c
     set touched = touched_by(new.team_id, new.event_id),
         event = (
           select jsonb_build_object(
                    'id', e.id, 'project_id', e.project_id, 'entity_type', e.entity_type, 'object_id', e.object_id, 'type', e.type,
                    'processed', e.processed, 'author_id', e.author_id, 'author_name', e.author_name, 'subject', e.subject, 'field', e.field,
                    'created_at', to_char(e.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                    'made_at', to_char(new.made_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
             from recent_events e where e.team_id = new.team_id and e.id = new.event_id)
   where c.team_id = new.team_id and c.project_id = new.project_id and c.id = new.id;
  if new.way = 'done' then perform keep_event_places(new.team_id, new.event_id); end if;
  if new.id % 20 = 0 then
    delete from project_changes c
     where c.team_id = new.team_id and c.project_id = new.project_id
       and c.id <= (select id from project_changes where team_id = new.team_id and project_id = new.project_id order by id desc offset 100 limit 1);
  end if;
  return null;
end $$;
