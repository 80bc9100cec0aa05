-- What a regular member may do in a project, and whether they see its prices. No row: everything. The rows of somebody who becomes an admin stay and
-- rest: they hold again when the person is a regular member again.
create table project_limits (
  team_id bigint not null,
  user_id bigint not null,
  project_id bigint not null,
  can text not null check (can in ('reads', 'acts')),
  prices boolean not null,
  primary key (team_id, user_id, project_id),
  foreign key (team_id, user_id) references members (team_id, user_id) on delete cascade,
  foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
);
create index project_limits_by_project on project_limits (team_id, project_id);

-- The limit that projects made later start with.
create table later_limits (
  team_id bigint not null,
  user_id bigint not null,
  can text not null check (can in ('reads', 'acts')),
  prices boolean not null,
  primary key (team_id, user_id),
  foreign key (team_id, user_id) references members (team_id, user_id) on delete cascade
);

create function limit_new_project() returns trigger language plpgsql as $$
begin
  insert into project_limits (team_id, user_id, project_id, can, prices)
    select l.team_id, l.user_id, new.id, l.can, l.prices from later_limits l where l.team_id = new.team_id;
  return null;
end $$;
create trigger limit_new_project after insert on projects for each row execute function limit_new_project();

-- The limit of a person in a project: 'reads', 'acts', either with ' unpriced', or null. Volatile, because only then it sees what others committed while
-- the statement that asks waited for the project.
create function limit_of(person bigint, of_team bigint, of_project bigint) returns text language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select case when x.prices then x.can else x.can || ' unpriced' end
      from project_limits x join members m on m.team_id = x.team_id and m.user_id = x.user_id and m.role = 'regular'
     where x.team_id = of_team and x.user_id = person and x.project_id = of_project);
end $$;

-- What each member may do in each project, for the screens that follow it.
create view project_access as
  select p.team_id, p.id as project_id, m.user_id, coalesce(x.can, 'edits') as can, coalesce(x.prices, true) as prices
    from projects p
    join members m on m.team_id = p.team_id
    left join project_limits x on x.team_id = p.team_id and x.user_id = m.user_id and x.project_id = p.id and m.role = 'regular';
