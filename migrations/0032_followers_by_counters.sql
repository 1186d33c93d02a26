-- What must follow an event is found from the organization's own rows, its counter and the cursors of its followers,
-- instead of from a task that every mutation queues. So nothing can be missing, whatever is killed.

create or replace function append_events(
  p_organization_id uuid, p_occurred_at timestamptz, p_actors jsonb, p_events jsonb
) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_assigned jsonb := nullif(current_setting('app.assigned', true), '')::jsonb;
  v_number text := v_assigned->>'lifecycle_number';
  v_count integer := jsonb_array_length(p_events);
  v_last bigint;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.organization_counters set event_seq = event_seq + v_count
    where organization_id = p_organization_id
    returning event_seq into strict v_last;

  insert into public.events
    (organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data, previous)
  select p_organization_id, v_last - v_count + e.ordinality, e.event_id, e.type, p_occurred_at,
         case e.lifecycle_number when 'assigned' then v_number else e.lifecycle_number end,
         p_actors->e.actor,
         case
           when e.assigned then e.data || v_assigned || jsonb_build_object('lifecycle_number', e.lifecycle_number)
           when e.lifecycle_number is null then e.data
           when e.lifecycle_number = 'assigned' then e.data || v_assigned
           else e.data || jsonb_build_object('lifecycle_number', e.lifecycle_number)
         end,
         nullif(e.previous, 'null'::jsonb)
  from rows from (jsonb_to_recordset(p_events) as (
      event_id uuid, type text, lifecycle_number text, actor integer, assigned boolean, data jsonb, previous jsonb))
    with ordinality as e (event_id, type, lifecycle_number, actor, assigned, data, previous, ordinality);

  insert into public.lifecycle_activity as a (organization_id, lifecycle_number, last_activity_at)
  select p_organization_id, e.number, p_occurred_at from (
    select distinct case one->>'lifecycle_number' when 'assigned' then v_number
                    else one->>'lifecycle_number' end as number
    from jsonb_array_elements(p_events) as one
    where one->>'lifecycle_number' is not null
      -- Tidying up is not activity.
      and split_part(one->>'type', '.', 2) not in ('deleted', 'restored')
  ) as e
  on conflict (organization_id, lifecycle_number) do update set last_activity_at = excluded.last_activity_at
    where a.last_activity_at < excluded.last_activity_at;
  return v_last;
end $$;

create or replace function append_events_batch(
  p_organization_id uuid, p_occurred_at timestamptz, p_actor jsonb,
  p_event_ids uuid[], p_types text[], p_lifecycle_numbers text[], p_data jsonb[]
) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_count integer := cardinality(p_event_ids);
  v_last bigint;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.organization_counters set event_seq = event_seq + v_count
    where organization_id = p_organization_id
    returning event_seq into strict v_last;

  insert into public.events
    (organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data)
  select p_organization_id, v_last - v_count + e.ordinality, e.event_id, e.type, p_occurred_at,
         e.lifecycle_number, p_actor,
         e.data || jsonb_build_object('lifecycle_number', e.lifecycle_number)
  from unnest(p_event_ids, p_types, p_lifecycle_numbers, p_data)
    with ordinality as e (event_id, type, lifecycle_number, data, ordinality);
  return v_last;
end $$;

-- The followers that have not handled all events yet: of these organizations, or of all in these shards if no
-- organization is given. Only names, no content.
create policy owner_reads_cursors on event_cursors for select to current_user using (true);
create function followers_behind(p_organization_ids uuid[], p_shards integer[])
  returns table (organization_id uuid, follower text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_suspended constant uuid[] := public.suspended_organizations();
begin
  if p_organization_ids is not null then
    return query
      select c.organization_id, f.follower from public.organization_counters c
      join public.event_cursors f using (organization_id)
      where c.organization_id = any (p_organization_ids) and f.last_seq < c.event_seq
        and c.organization_id <> all (v_suspended);
  else
    return query
      select c.organization_id, f.follower from public.organization_counters c
      join public.event_cursors f using (organization_id)
      where f.last_seq < c.event_seq and get_byte(uuid_send(c.organization_id), 15) % 64 = any (p_shards)
        and c.organization_id <> all (v_suspended);
  end if;
end $$;

revoke execute on function followers_behind from public;
grant execute on function followers_behind to throughline_app;
