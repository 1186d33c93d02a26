-- Crews: a visit can have more people than the one who leads it. See docs/decisions/0089-crews.md.
alter table appointments
  -- It moves to appointment_people.
  drop constraint appointment_no_overlap,
  add column crew uuid[] not null default '{}',
  add constraint appointment_crew check (
    cardinality(crew) <= 20 and array_position(crew, null) is null and array_position(crew, assigned_to) is null),
  -- A crew follows the one who leads it.
  add constraint appointment_crew_is_led check (crew = '{}' or assigned_to is not null);

-- Everyone on a visit, with the time that it takes of them. Written by a trigger and nothing else. Who leads a visit has
-- a row while it blocks their time: afterwards appointments are found by assigned_to. The crew keeps its rows, unless the
-- visit is canceled. No foreign keys: on a cluster the table is distributed after the migration.
create table appointment_people (
  organization_id uuid not null,
  appointment_id  uuid not null,
  user_id         uuid not null,
  is_lead         boolean not null,
  starts_at       timestamptz not null,
  ends_at         timestamptz not null,
  blocked_until   timestamptz not null,
  -- Whether the visit is still to come or under way.
  blocks          boolean not null,
  -- Of a hold: from then on it blocks nothing.
  held_until      timestamptz,
  latitude        double precision,
  longitude       double precision,
  primary key (organization_id, appointment_id, user_id),
  -- A user has only one appointment at a time, including the buffer.
  constraint appointment_no_overlap exclude using gist (
    organization_id with =, user_id with =, tstzrange(starts_at, blocked_until) with &&
  ) where (blocks)
);
create index appointment_people_by_time on appointment_people (organization_id, user_id, starts_at);
create index appointment_people_in_crew on appointment_people (organization_id, user_id, starts_at) where not is_lead;
select guard_tenant_table('appointment_people', 'deletable');
grant select on appointment_people to throughline_app, throughline_own;
select limit_to_own('appointment_people', 'select', 'user_id = $user');

create function write_appointment_people(p_row public.appointments) returns void
  language plpgsql volatile as $$
begin
  insert into public.appointment_people (organization_id, appointment_id, user_id, is_lead, starts_at, ends_at,
      blocked_until, blocks, held_until, latitude, longitude)
    select p_row.organization_id, p_row.appointment_id, person.user_id, person.is_lead, p_row.starts_at, p_row.ends_at,
           p_row.blocked_until, state.blocks, case when p_row.status = 'held' then p_row.hold_expires_at end,
           (p_row.location->>'latitude')::double precision, (p_row.location->>'longitude')::double precision
    from (select p_row.status in ('held', 'booked', 'confirmed', 'dispatched', 'en_route', 'in_progress') as blocks) as state
    cross join lateral (
      select p_row.assigned_to as user_id, true as is_lead where state.blocks and p_row.assigned_to is not null
      union all
      select member, false from unnest(p_row.crew) as member where p_row.status <> 'canceled'
    ) as person;
end $$;

create function update_appointment_people() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.appointment_people p
      where p.organization_id = new.organization_id and p.appointment_id = new.appointment_id;
  end if;
  perform public.write_appointment_people(new);
  return null;
end $$;
create trigger appointments_people_inserted after insert on appointments
  for each row when (new.assigned_to is not null) execute function update_appointment_people();
create trigger appointments_people after update on appointments
  for each row when (
    (old.assigned_to, old.crew, old.starts_at, old.ends_at, old.blocked_until, old.hold_expires_at,
     old.location->'latitude', old.location->'longitude', old.status = 'held', old.status = 'canceled',
     old.status in ('held', 'booked', 'confirmed', 'dispatched', 'en_route', 'in_progress'))
    is distinct from
    (new.assigned_to, new.crew, new.starts_at, new.ends_at, new.blocked_until, new.hold_expires_at,
     new.location->'latitude', new.location->'longitude', new.status = 'held', new.status = 'canceled',
     new.status in ('held', 'booked', 'confirmed', 'dispatched', 'en_route', 'in_progress')))
  execute function update_appointment_people();
revoke execute on function write_appointment_people, update_appointment_people from public;

-- What is stored already: the visits to come and those under way. No crew was known before.
do $$
declare
  v_organization_id uuid;
begin
  for v_organization_id in select organization_id from organizations loop
    perform set_config('app.organization_id', v_organization_id::text, true);
    perform write_appointment_people(a) from appointments a
      where a.organization_id = v_organization_id and a.assigned_to is not null and a.status in ('held', 'booked', 'confirmed', 'dispatched', 'en_route', 'in_progress');
  end loop;
  perform set_config('app.organization_id', '', true);
end $$;

-- ── Own work ────────────────────────────────────────────────────────────────────────────────────

-- Members of a crew see the visit and take its steps.
drop policy own_select on appointments;
drop policy own_insert on appointments;
drop policy own_update on appointments;
drop policy own_delete on appointments;
select limit_to_own('appointments', 'select', 'assigned_to = $user or $user = any (crew)');
select limit_to_own('appointments', 'update', 'assigned_to = $user or $user = any (crew)');
select limit_to_own('appointments', 'delete', 'assigned_to = $user');
select limit_to_own('appointments', 'insert',
  'assigned_to = $user and crew = ''{}'' and lifecycle_number = any $lifecycles and (job_id is null or job_id = any $jobs)');

-- Others cannot be called to it.
create trigger appointments_not_passed_on before update on appointments
  for each row when (
    (old.assigned_to, old.crew) is distinct from (new.assigned_to, new.crew) and current_user = 'throughline_own')
  execute function refuse_passing_on();

create or replace function own_lifecycle_numbers(p_organization_id uuid) returns text[]
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp cost 100000 as $$
declare
  v_snapshot constant text := pg_current_snapshot()::text;
  v_user_id constant uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  v_numbers text[];
  v_more text[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  if current_setting('app.own_lifecycle_numbers_in', true) = v_snapshot then
    return current_setting('app.own_lifecycle_numbers')::text[];
  end if;

  select coalesce(array_agg(own.lifecycle_number), '{}') into v_numbers from (
    select a.lifecycle_number from public.appointments a
      where a.organization_id = p_organization_id and a.assigned_to = v_user_id and a.lifecycle_number is not null
    union
    select a.lifecycle_number from public.appointment_people p
      join public.appointments a on a.organization_id = p_organization_id and a.appointment_id = p.appointment_id
      where p.organization_id = p_organization_id and p.user_id = v_user_id and not p.is_lead
        and a.lifecycle_number is not null
    union
    select j.lifecycle_number from public.jobs j
      where j.organization_id = p_organization_id and j.assigned_to = v_user_id
    union
    select l.lifecycle_number from public.leads l
      where l.organization_id = p_organization_id and l.assigned_to = v_user_id
  ) as own;
  -- A merged lead is represented by the lead it was merged into, whose contact details count.
  loop
    select array_agg(into_lead.lifecycle_number) into v_more
      from public.leads l
      join public.leads into_lead
        on into_lead.organization_id = p_organization_id and into_lead.lead_id = l.merged_into
      where l.organization_id = p_organization_id and l.merged_into is not null
        and l.lifecycle_number = any (v_numbers) and into_lead.lifecycle_number <> all (v_numbers);
    exit when v_more is null;
    v_numbers := v_numbers || v_more;
  end loop;

  perform set_config('app.own_lifecycle_numbers', v_numbers::text, true);
  perform set_config('app.own_lifecycle_numbers_in', v_snapshot, true);
  return v_numbers;
end $$;

create or replace function own_job_ids(p_organization_id uuid) returns uuid[]
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp cost 100000 as $$
declare
  v_snapshot constant text := pg_current_snapshot()::text;
  v_user_id constant uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  v_job_ids uuid[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  if current_setting('app.own_job_ids_in', true) = v_snapshot then
    return current_setting('app.own_job_ids')::uuid[];
  end if;

  select coalesce(array_agg(own.job_id), '{}') into v_job_ids from (
    select a.job_id from public.appointments a
      where a.organization_id = p_organization_id and a.assigned_to = v_user_id and a.job_id is not null
    union
    select a.job_id from public.appointment_people p
      join public.appointments a on a.organization_id = p_organization_id and a.appointment_id = p.appointment_id
      where p.organization_id = p_organization_id and p.user_id = v_user_id and not p.is_lead and a.job_id is not null
    union
    select j.job_id from public.jobs j
      where j.organization_id = p_organization_id and j.assigned_to = v_user_id
  ) as own;

  perform set_config('app.own_job_ids', v_job_ids::text, true);
  perform set_config('app.own_job_ids_in', v_snapshot, true);
  return v_job_ids;
end $$;

create or replace function own_property_ids(p_organization_id uuid) returns uuid[]
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp cost 100000 as $$
declare
  v_snapshot constant text := pg_current_snapshot()::text;
  v_user_id constant uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  v_ids uuid[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  if current_setting('app.own_property_ids_in', true) = v_snapshot then
    return current_setting('app.own_property_ids')::uuid[];
  end if;

  select coalesce(array_agg(own.property_id), '{}') into v_ids from (
    select p.property_id from public.properties p
      where p.organization_id = p_organization_id
        and p.lifecycle_number = any (public.own_lifecycle_numbers(p_organization_id))
    union
    select a.property_id from public.appointments a
      where a.organization_id = p_organization_id and a.assigned_to = v_user_id and a.property_id is not null
    union
    select a.property_id from public.appointment_people p
      join public.appointments a on a.organization_id = p_organization_id and a.appointment_id = p.appointment_id
      where p.organization_id = p_organization_id and p.user_id = v_user_id and not p.is_lead
        and a.property_id is not null
    union
    select j.property_id from public.jobs j
      where j.organization_id = p_organization_id and j.job_id = any (public.own_job_ids(p_organization_id))
        and j.property_id is not null
  ) as own;

  perform set_config('app.own_property_ids', v_ids::text, true);
  perform set_config('app.own_property_ids_in', v_snapshot, true);
  return v_ids;
end $$;

-- ── Calendars to subscribe to ───────────────────────────────────────────────────────────────────

create or replace function find_calendar(p_key_hash bytea, p_user_id uuid, p_now timestamptz, p_limit integer)
  returns table (organization_id uuid, user_name text, organization_name text, appointments json)
  language plpgsql volatile as $$
declare
  v_organization_id uuid;
  -- Past appointments are shown for 30 days, and canceled ones for as long after that.
  v_since timestamptz := p_now - interval '720 hours';
begin
  perform public.set_locally('app.calendar_key_hash', encode(p_key_hash, 'hex'));
  select k.organization_id into v_organization_id
    from public.calendar_keys k
    where k.key_hash = p_key_hash and k.user_id = p_user_id and k.revoked_at is null;
  if not found then
    return;
  end if;
  perform public.set_locally('app.organization_id', v_organization_id::text);
  return query
    select u.organization_id, u.name, o.name, coalesce(shown.list, '[]')
    from public.users u
    join public.organizations o on o.organization_id = u.organization_id
    left join lateral (
      select json_agg(e order by e.starts_at, e.appointment_id) as list
      from (
        select a.appointment_id, a.lifecycle_number, a.type, a.status, a.starts_at, a.ends_at, a.location,
               left(a.notes, 500) as notes, a.revision, a.created_at, a.updated_at,
               coalesce(c.name, l.name) as name, coalesce(c.phone, l.phone) as phone,
               coalesce(c.email, l.email) as email
        from (
          select * from (
            select * from public.appointments a
            where a.organization_id = v_organization_id and a.assigned_to = p_user_id and a.starts_at > v_since
            union all
            select a.* from public.appointment_people p
            cross join lateral (
              select * from public.appointments a
              where a.organization_id = v_organization_id and a.appointment_id = p.appointment_id limit 1
            ) as a
            where p.organization_id = v_organization_id and p.user_id = p_user_id and not p.is_lead
              and p.starts_at > v_since
          ) as a
          where true
            and (a.status not in ('held', 'no_show', 'canceled')
                 or a.status = 'held' and a.hold_expires_at > p_now
                 or a.status in ('no_show', 'canceled') and a.updated_at > v_since
                    and a.cancel_reason is distinct from 'hold_lapsed')
          order by a.starts_at desc, a.appointment_id desc limit p_limit
        ) as a
        cross join lateral (
          select * from public.leads l
          where l.organization_id = v_organization_id and l.lead_id = a.lead_id limit 1
        ) as l
        left join lateral (
          select * from public.customers c
          where c.organization_id = v_organization_id and c.customer_id = l.customer_id limit 1
        ) as c on true
      ) as e
    ) as shown on true
    where u.organization_id = v_organization_id and u.user_id = p_user_id and u.active;
end $$;
