-- Besides what changed, an image made small keeps how its record is called and where it was, and of a percent line whether it is a tax: a
-- record may be gone when its history is read. Images that are small already stay as they are.
create or replace function small_image(image jsonb, other jsonb) returns jsonb language sql immutable as $$
  select case when image is null then null else coalesce((
    select jsonb_object_agg(e.key, e.value) from jsonb_each(image) e
     where e.key not in ('team_id', 'id', 'version_id', 'revision', 'created_at', 'labour', 'materials', 'tools')
       and (e.key <> 'updated_at' or (other is not null and image -> 'order' is distinct from other -> 'order'))
       and case when other is null then e.value not in ('null', '""', '0') and e.key <> 'updated_at'
                else e.value is distinct from other -> e.key or e.key in ('act_id', 'list_id', 'name', 'title', 'number')
                  or e.key = 'kind' and image ? 'percent_total' end), '{}') end
$$;
