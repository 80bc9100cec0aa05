-- From when on a team asks its members for a second factor; null while it does not.
alter table teams add column factor_required_from timestamptz;

-- The teams whose records exist for a person: theirs, but those that ask for a second factor they do not have.
create function teams_open_to(person bigint) returns table (team_id bigint, role text) language sql stable as $$
  select m.team_id, m.role from members m join teams t on t.id = m.team_id
   where m.user_id = person
     and (t.factor_required_from is null or t.factor_required_from > now() or exists (select from factors f where f.user_id = person))
$$;

do $$
declare
  before text := pg_get_functiondef('lock_place(bigint, text, bigint, int)'::regprocedure);
  after text := replace(before, 'select m.team_id from members m where m.user_id = person', 'select m.team_id from teams_open_to(person) m');
begin
  if after = before then raise exception 'lock_place finds teams in another way'; end if;
  execute after;
end $$;
