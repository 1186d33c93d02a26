-- What migrations 0051 and 0063 did in a way that a cluster refuses. Tests in server/distribution.test.ts watch for both.

-- A source was never found: set_config() does not travel to the other nodes, `set local` does.
create or replace function find_source(p_source_key text) returns table (
    organization_id uuid, source_id uuid, source_key text, name text, kind text, source text, default_service text,
    mapping jsonb, verification jsonb, sealed_secret bytea, active boolean, created_at timestamptz, updated_at timestamptz,
    country text, qualification_policy text)
  language plpgsql volatile as $$
declare
  v_place record;
begin
  perform public.set_locally('app.source_key', p_source_key);
  select d.organization_id, d.source_id into v_place
    from public.source_directory d where d.source_key = p_source_key;
  if not found then
    return;
  end if;
  perform public.set_locally('app.organization_id', v_place.organization_id::text);
  return query
    select s.organization_id, s.source_id, s.source_key, s.name, s.kind, s.source, s.default_service, s.mapping,
           s.verification, s.sealed_secret, s.active, s.created_at, s.updated_at, o.country, o.qualification_policy
    from public.sources s
    join public.organizations o on o.organization_id = s.organization_id
    where s.organization_id = v_place.organization_id and s.source_id = v_place.source_id;
end $$;

-- No visit could be written: on a shard, `new` has the type of the shard, which no function with the type of the table takes.
create or replace function update_appointment_people() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.appointment_people p
      where p.organization_id = new.organization_id and p.appointment_id = new.appointment_id;
  end if;
  insert into public.appointment_people (organization_id, appointment_id, user_id, is_lead, starts_at, ends_at,
      blocked_until, blocks, held_until, latitude, longitude)
    select new.organization_id, new.appointment_id, person.user_id, person.is_lead, new.starts_at, new.ends_at,
           new.blocked_until, state.blocks, case when new.status = 'held' then new.hold_expires_at end,
           (new.location->>'latitude')::double precision, (new.location->>'longitude')::double precision
    from (select new.status in ('held', 'booked', 'confirmed', 'dispatched', 'en_route', 'in_progress') as blocks) as state
    cross join lateral (
      select new.assigned_to as user_id, true as is_lead where state.blocks and new.assigned_to is not null
      union all
      select member, false from unnest(new.crew) as member where new.status <> 'canceled'
    ) as person;
  return null;
end $$;
drop function write_appointment_people;
