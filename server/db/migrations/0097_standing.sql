-- Whether the login or the API token that somebody came with stands at this moment, and their role in a team. Volatile, because only then it
-- sees what others committed while the lock of a project was waited for.
create function standing_of(person bigint, of_family text, of_generation int, of_token bigint, of_team bigint)
returns table (stands boolean, role text) language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select (of_family is null or exists (
             select from refresh_families f join users u on u.id = f.user_id and u.disabled_at is null
              where f.id = of_family and f.user_id = person and f.generation = of_generation and f.revoked_at is null))
       and (of_token is null or exists (
             select from api_tokens t join users u on u.id = t.user_id and u.disabled_at is null
              where t.id = of_token and t.user_id = person and t.withdrawn_at is null and t.expires_at > now())),
           (select m.role from members m where m.team_id = of_team and m.user_id = person);
end $$;
