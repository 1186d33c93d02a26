-- An operator can suspend an organization: its tokens are refused and its work stands still, until it is resumed.

alter table organizations add column suspended_at timestamptz;

-- The few that are suspended, for what serves all organizations. Ids only.
create function suspended_organizations() returns uuid[]
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select coalesce(array_agg(organization_id), '{}') from public.organizations where suspended_at is not null;
end;
create index organizations_suspended on organizations (organization_id) where suspended_at is not null;
grant execute on function suspended_organizations to throughline_app;

-- What is due in a suspended organization is not claimed. Otherwise these are as before.
create or replace function claim_follow_ups(p_now timestamptz, p_limit integer)
  returns table (organization_id uuid, follow_up_id uuid, due_at timestamptz, was_claimed boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_late_before constant timestamptz := p_now - interval '5 minutes';
  v_lease constant timestamptz := p_now + interval '5 seconds';
  v_step constant interval := interval '100 milliseconds';
  v_organization_id uuid;
  v_used_until timestamptz;
  v_room integer;
  v_left integer := p_limit;
  v_taken integer;
  v_suspended constant uuid[] := public.suspended_organizations();
begin
  return query
    update public.follow_ups f set claimed_until = v_lease
    from (
      select w.organization_id, w.follow_up_id, w.claimed_until from public.follow_ups w
      where w.status = 'scheduled' and w.communication_id is null
        and w.due_at <= p_now and w.due_at >= v_late_before
        and (w.claimed_until is null or w.claimed_until <= p_now)
        and w.organization_id <> all (v_suspended)
      order by w.due_at limit v_left for update skip locked
    ) as found
    where f.organization_id = found.organization_id and f.follow_up_id = found.follow_up_id
    returning f.organization_id, f.follow_up_id, f.due_at, found.claimed_until is not null;
  get diagnostics v_taken = row_count;
  v_left := v_left - v_taken;

  -- From one organization with late ones to the next, using only the index.
  select w.organization_id into v_organization_id from public.follow_ups w
    where w.status = 'scheduled' and w.communication_id is null and w.due_at < v_late_before
    order by w.due_at limit 1;
  if v_organization_id is null then
    return;
  end if;
  v_organization_id := '00000000-0000-0000-0000-000000000000';
  loop
    exit when v_left <= 0;
    select w.organization_id into v_organization_id from public.follow_ups w
      where w.status = 'scheduled' and w.communication_id is null and w.organization_id > v_organization_id
      order by w.organization_id limit 1;
    exit when v_organization_id is null;
    continue when v_organization_id = any (v_suspended);

    select greatest(p.used_until, p_now) into v_used_until from public.follow_up_paces p
      where p.organization_id = v_organization_id for update skip locked;
    -- Another process is working on this organization.
    continue when v_used_until is null;
    v_room := least(v_left, floor(extract(epoch from p_now + interval '1 second' - v_used_until) / 0.1)::integer);
    continue when v_room <= 0;
    return query
      update public.follow_ups f set claimed_until = v_lease
      from (
        select w.organization_id, w.follow_up_id, w.claimed_until from public.follow_ups w
        where w.organization_id = v_organization_id and w.status = 'scheduled' and w.communication_id is null
          and w.due_at < v_late_before and (w.claimed_until is null or w.claimed_until <= p_now)
        order by w.due_at limit v_room for update skip locked
      ) as found
      where f.organization_id = found.organization_id and f.follow_up_id = found.follow_up_id
      returning f.organization_id, f.follow_up_id, f.due_at, found.claimed_until is not null;
    get diagnostics v_taken = row_count;
    v_left := v_left - v_taken;
    update public.follow_up_paces p set used_until = v_used_until + v_taken * v_step
      where p.organization_id = v_organization_id and v_taken > 0;
  end loop;
end $$;

create or replace function claim_playbook_runs(p_now timestamptz, p_until timestamptz, p_limit integer)
  returns table (organization_id uuid, run_id uuid, fence bigint, due_at timestamptz, lifecycle_number text,
    was_claimed boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_run record;
  v_suspended constant uuid[] := public.suspended_organizations();
begin
  for v_run in
    select r.organization_id, r.run_id, r.playbook_id, r.concurrency
    from public.playbook_runs r
    where r.claimable_at <= p_now and not r.is_outbound and r.concurrency is not null and r.status <> 'running'
      and r.run_id in (
        select c.run_id from public.playbook_runs c
        where c.claimable_at <= p_now and not c.is_outbound
        and c.organization_id <> all (v_suspended)
        order by c.claimable_at limit p_limit)
    order by r.claimable_at for update skip locked
  loop
    -- Another process is counting or making room: the run is tried again right after.
    continue when not pg_try_advisory_xact_lock(hashtextextended(v_run.playbook_id::text, 20));
    if (select count(*) from public.playbook_runs r
           where r.organization_id = v_run.organization_id and r.playbook_id = v_run.playbook_id
             and r.status = 'running') >= v_run.concurrency then
      update public.playbook_runs r set claimable_at = null, is_held_back = true
        where r.organization_id = v_run.organization_id and r.run_id = v_run.run_id;
    else
      update public.playbook_runs r set status = 'running'
        where r.organization_id = v_run.organization_id and r.run_id = v_run.run_id;
    end if;
  end loop;

  return query
    update public.playbook_runs r
    set status = 'running', fence = r.fence + 1, claimable_at = p_until, late_at = null, is_claimed = true
    from (
      select c.organization_id, c.run_id, c.is_claimed from public.playbook_runs c
      where c.claimable_at <= p_now and not c.is_outbound
        and c.organization_id <> all (v_suspended)
        and (c.concurrency is null or c.status = 'running')
      order by c.claimable_at limit p_limit for update skip locked
    ) as due
    where r.organization_id = due.organization_id and r.run_id = due.run_id
    returning r.organization_id, r.run_id, r.fence, r.due_at, r.lifecycle_number, due.is_claimed;
end $$;

create or replace function claim_outbound_playbook_runs(
  p_now timestamptz, p_until timestamptz, p_limit integer, p_of_each integer
) returns table (organization_id uuid, run_id uuid, fence bigint, due_at timestamptz, lifecycle_number text,
  was_claimed boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_suspended constant uuid[] := public.suspended_organizations();
begin
  return query
    with recursive concerned (organization_id) as (
      (select r.organization_id from public.playbook_runs r
       where r.claimable_at is not null and r.is_outbound
       order by r.organization_id limit 1)
      union all
      select (select r.organization_id from public.playbook_runs r
              where r.claimable_at is not null and r.is_outbound and r.organization_id > h.organization_id
              order by r.organization_id limit 1)
      from concerned h where h.organization_id is not null
    ), due as (
      select d.organization_id, d.run_id from concerned h
      cross join lateral (
        select count(*) as under_way from public.playbook_runs r
        where r.organization_id = h.organization_id and r.is_outbound and r.claimable_at > p_now
          and r.status = 'running'
      ) as at_work
      cross join lateral (
        select r.organization_id, r.run_id, r.claimable_at from public.playbook_runs r
        where r.organization_id = h.organization_id and r.is_outbound and r.claimable_at <= p_now
        order by r.claimable_at limit greatest(0, p_of_each - at_work.under_way)
      ) as d
      where h.organization_id is not null and h.organization_id <> all (v_suspended)
      order by d.claimable_at limit p_limit
    ), locked as (
      select r.organization_id, r.run_id, r.is_claimed from public.playbook_runs r
      join due on due.organization_id = r.organization_id and due.run_id = r.run_id
      where r.claimable_at <= p_now and r.is_outbound
      for update of r skip locked
    )
    update public.playbook_runs r
    set status = 'running', fence = r.fence + 1, claimable_at = p_until, late_at = null, is_claimed = true
    from locked
    where r.organization_id = locked.organization_id and r.run_id = locked.run_id
    returning r.organization_id, r.run_id, r.fence, r.due_at, r.lifecycle_number, locked.is_claimed;
end $$;

create or replace function webhook_organizations_due(p_now timestamptz, p_shards integer[]) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_suspended constant uuid[] := public.suspended_organizations();
begin
  return query
    select distinct e.organization_id from public.webhook_endpoints e
    where e.enabled and e.deleted_at is null and e.organization_id <> all (v_suspended)
      and get_byte(uuid_send(e.organization_id), 15) % 64 = any (p_shards)
      and (exists (select from public.webhook_deliveries d
             where d.organization_id = e.organization_id and d.webhook_endpoint_id = e.webhook_endpoint_id
               and d.status = 'pending' and d.next_attempt_at <= p_now)
           or exists (select from public.webhook_replays r
             where r.organization_id = e.organization_id and r.webhook_endpoint_id = e.webhook_endpoint_id
               and r.status = 'running'));
end $$;

-- A queued task of a suspended organization is parked: queued again, for a time that does not come before the
-- organization is resumed. If it is queued already, there is nothing to do. Returns false if the organization works
-- again: a process knows of it a moment later. The lock makes a task that is being parked wait for the one that resumes,
-- or the other way round.
create function park_task(p_organization_id uuid, p_queue text, p_data jsonb, p_singleton_key text, p_group_id text)
  returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  perform from public.organizations o
    where o.organization_id = p_organization_id and o.suspended_at is not null for share;
  if not found then
    return false;
  end if;
  perform public.enqueue_task(p_organization_id, p_queue, p_data || '{"parked": true}'::jsonb,
    pgboss.job_now() + interval '10 years', p_singleton_key, p_group_id);
  return true;
end $$;

create function release_parked_tasks(p_organization_id uuid) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_count bigint;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update pgboss.job set start_after = pgboss.job_now(), data = data - 'parked'
    where state = 'created' and data @> jsonb_build_object('organization_id', p_organization_id, 'parked', true);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

revoke execute on function park_task, release_parked_tasks from public;
grant execute on function park_task, release_parked_tasks to throughline_app;
