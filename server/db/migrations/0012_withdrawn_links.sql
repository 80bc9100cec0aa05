-- A link that was withdrawn stays known, so that whoever opens it is told so.
alter table act_links add column withdrawn_at timestamptz;
alter table act_links drop constraint act_links_team_id_act_id_key;
create unique index act_links_open on act_links (team_id, act_id) where withdrawn_at is null;
create index act_links_by_act on act_links (team_id, act_id);

-- What the holder of an act's public key may follow: that something of its project has changed.
create view public_act as
  select a.team_id, a.id, p.updated_at as changed_at
    from acts a
    join versions v on v.team_id = a.team_id and v.id = a.version_id and v.deleted_at is null
    join projects p on p.team_id = v.team_id and p.id = v.project_id and p.deleted_at is null;
