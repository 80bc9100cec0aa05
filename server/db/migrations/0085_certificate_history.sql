-- The history of certificates and of what is approved beyond rows. What people read of these is kept beside the images, because nothing replays it: a
-- certificate is taken back where it stands, and undo of an extra decides it again.
create table event_notes (
  team_id bigint not null,
  event_id bigint not null,
  relation text not null check (relation in ('certificates', 'row_extras')),
  op text not null check (op in ('insert', 'update', 'delete')),
  -- Of `row_extras` the row's, so that they are found with its images.
  id bigint not null,
  version_id bigint not null,
  list_id bigint,
  act_id bigint,
  before jsonb,
  after jsonb,
  primary key (team_id, event_id, relation, id),
  foreign key (team_id, event_id) references recent_events (team_id, id) on delete cascade
);
create index event_notes_of_record on event_notes (team_id, relation, id, event_id);

create function note_certificate() returns trigger language plpgsql as $$
declare
  event bigint := nullif(current_setting('actum.event', true), '')::bigint;
  noted certificates := case when tg_op = 'DELETE' then old else new end;
begin
  if event is null then return null; end if;
  insert into event_notes (team_id, event_id, relation, op, id, version_id, act_id, before, after)
    select noted.team_id, event, 'certificates', lower(tg_op), noted.id, noted.version_id, noted.act_id,
           case when tg_op <> 'INSERT' then
             jsonb_build_object('number', old.number, 'issued_for', old.issued_for, 'due', old.due, 'paid_on', old.paid_on, 'paid_amount', old.paid_amount) end,
           case when tg_op <> 'DELETE' then
             jsonb_build_object('number', new.number, 'issued_for', new.issued_for, 'due', new.due, 'paid_on', new.paid_on, 'paid_amount', new.paid_amount) end;
  return null;
end $$;
create trigger note_certificate after insert or update or delete on certificates for each row execute function note_certificate();

create function note_extra() returns trigger language plpgsql as $$
declare
  event bigint := nullif(current_setting('actum.event', true), '')::bigint;
  noted row_extras := case when tg_op = 'DELETE' then old else new end;
begin
  if event is null or (tg_op = 'UPDATE' and new.quantity = old.quantity) then return null; end if;
  insert into event_notes (team_id, event_id, relation, op, id, version_id, list_id, before, after)
    select noted.team_id, event, 'row_extras', lower(tg_op), noted.row_id, noted.version_id, noted.list_id,
           case when tg_op <> 'INSERT' then jsonb_build_object('quantity', old.quantity) end,
           case when tg_op <> 'DELETE' then jsonb_build_object('quantity', new.quantity) end;
  return null;
end $$;
create trigger note_extra after insert or update or delete on row_extras for each row execute function note_extra();

-- The same as before, and where a certificate was issued, paid or taken back. Of an extra from before it was noted the event has its place all the same.
create or replace function keep_event_places(of_team bigint, of_event bigint) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into event_places (team_id, event_id, version_id, list_id, act_id, records)
  with images as materialized (
    select c.relation, c.id, coalesce(c.after, c.before) as image, (c.before ->> 'list_id')::bigint as was_in, (c.after ->> 'list_id')::bigint as is_in
      from event_changes c
     where c.team_id = of_team and c.event_id = of_event and not (c.op = 'update' and c.before - 'order' = c.after - 'order')
  ), placed as (
    select i.relation, i.id, case when i.relation = 'versions' then i.id else (i.image ->> 'version_id')::bigint end as version_id,
           case when i.relation = 'lists' then i.id else p.list_id end as list_id,
           case when i.relation = 'acts' then i.id when i.relation = 'act_rows' then (i.image ->> 'act_id')::bigint end as act_id
      from images i left join lateral (select distinct v.list_id from (values (i.was_in), (i.is_in)) v (list_id) where v.list_id is not null) p on true
    union all
    select n.relation, n.id, n.version_id, n.list_id, n.act_id from event_notes n where n.team_id = of_team and n.event_id = of_event
  ), counted as (
    select p.version_id, p.list_id, p.act_id, count(distinct (p.relation, p.id)) as records from placed p group by 1, 2, 3
  )
  select of_team, of_event, coalesce(c.version_id, a.version_id), c.list_id, c.act_id, c.records
    from counted c left join lateral (select o.version_id from acts o where o.team_id = of_team and o.id = c.act_id limit 1) a on true;
  if not found then
    insert into event_places (team_id, event_id, version_id, records)
    select e.team_id, e.id, e.object_id, 0 from recent_events e
     where e.team_id = of_team and e.id = of_event and e.entity_type = 'version' and e.object_id is not null
       and not exists (select from event_changes c where c.team_id = of_team and c.event_id = of_event);
    insert into event_places (team_id, event_id, version_id, list_id, records)
    select e.team_id, e.id, x.version_id, x.list_id, 0 from recent_events e join extras x on x.team_id = e.team_id and x.id = e.object_id
     where e.team_id = of_team and e.id = of_event and e.entity_type = 'extra';
  end if;
end $$;

-- What was issued before, as far as it is still known: of a payment only that it was noted.
insert into event_notes (team_id, event_id, relation, op, id, version_id, act_id, before, after)
select e.team_id, e.id, 'certificates', case e.type when 'issue' then 'insert' else 'update' end, c.id, c.version_id, c.act_id,
       case e.type when 'issue' then null else '{}'::jsonb end,
       case e.type when 'issue' then jsonb_build_object('number', c.number, 'issued_for', c.issued_for, 'due', c.due) else '{}'::jsonb end
  from recent_events e join certificates c on c.team_id = e.team_id and c.id = e.object_id
 where e.entity_type = 'certificate' and e.type in ('issue', 'pay');
insert into event_places (team_id, event_id, version_id, act_id, records)
select n.team_id, n.event_id, n.version_id, n.act_id, 1 from event_notes n;
