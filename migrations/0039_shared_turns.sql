-- Playbook runs that take their turns in one transaction share their statements: each of these functions writes the rows
-- of all of them, given as JSON.

-- ── Rows of many runs ───────────────────────────────────────────────────────────────────────────

-- Writes steps, each with its run_id; an existing one is replaced.
drop function write_playbook_run_steps;
create function write_playbook_run_steps(p_organization_id uuid, p_steps jsonb) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.playbook_run_steps (organization_id, run_id, position, step_id, kind, status, input, output,
    error, attempts, started_at, finished_at, duration_ms)
  select p_organization_id, s.run_id, s.position, s.step_id, s.kind, s.status, s.input, s.output, s.error,
         s.attempts, s.started_at, s.finished_at, s.duration_ms
  from jsonb_populate_recordset(null::public.playbook_run_steps, p_steps) as s
  on conflict (organization_id, run_id, position) do update
  set status = excluded.status, input = excluded.input, output = excluded.output, error = excluded.error,
      attempts = excluded.attempts, started_at = excluded.started_at, finished_at = excluded.finished_at,
      duration_ms = excluded.duration_ms;
end $$;

-- Saves what a turn changes of locked runs, and ends their claims.
create function save_playbook_runs(p_organization_id uuid, p_runs jsonb) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.playbook_runs r
  set status = s.status, position = s.position, step_id = s.step_id, due_at = s.due_at,
      claimable_at = s.claimable_at, is_held_back = s.is_held_back, is_outbound = s.is_outbound,
      waiting_for = s.waiting_for, waiting_since = s.waiting_since, resumed_by = s.resumed_by, reason = s.reason,
      error = s.error, has_unknown = s.has_unknown, late_at = s.late_at, started_at = s.started_at,
      finished_at = s.finished_at, updated_at = s.updated_at, appointment_id = s.appointment_id,
      wait_anchor = s.wait_anchor, wait_offset = s.wait_offset, anchored_at = s.anchored_at,
      event_seq = s.event_seq, next_run_id = s.next_run_id, is_claimed = false, attempts = 0
  from jsonb_populate_recordset(null::public.playbook_runs, p_runs) as s
  where r.organization_id = p_organization_id and r.run_id = s.run_id;
end $$;

grant execute on function write_playbook_run_steps, save_playbook_runs to throughline_app;

-- Inserts follow-ups and returns the new ones: one whose key exists is left out.
create function insert_follow_ups(p_organization_id uuid, p_follow_ups jsonb) returns setof follow_ups
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return query
    insert into public.follow_ups as made (organization_id, made_seq, follow_up_id, lifecycle_number, lead_id,
      customer_id, job_id, channel, template_id, subject, body, assigned_to, due_at, cancel_on, status, created_by,
      creation_key, run_id, purpose, expires_at, created_at, updated_at, appointment_id, anchor, anchor_offset,
      anchored_at)
    select c.organization_id, c.event_seq, f.follow_up_id, f.lifecycle_number, f.lead_id,
      f.customer_id, f.job_id, f.channel, f.template_id, f.subject, f.body, f.assigned_to, f.due_at, f.cancel_on,
      f.status, f.created_by, f.creation_key, f.run_id, f.purpose, f.expires_at, f.created_at, f.updated_at,
      f.appointment_id, f.anchor, f.anchor_offset, f.anchored_at
    from public.organization_counters c
    cross join jsonb_populate_recordset(null::public.follow_ups, p_follow_ups) as f
    where c.organization_id = p_organization_id
    on conflict (organization_id, creation_key) where creation_key is not null do nothing
    returning made.*;
end $$;

-- Sets made_seq of follow-ups to the seq of the event of their creation, which is written by then.
drop function set_follow_up_made_seq;
create function set_follow_up_made_seq(p_organization_id uuid, p_follow_up_ids uuid[], p_event_ids uuid[])
  returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.follow_ups f set made_seq = e.seq
    from unnest(p_follow_up_ids, p_event_ids) as created (follow_up_id, event_id)
    -- Found by its id: with the type in the same query, the planner may read all events of the type.
    cross join lateral (
      select one.seq, one.type from public.events one
      where one.organization_id = p_organization_id and one.event_id = created.event_id offset 0
    ) as e
    where f.organization_id = p_organization_id and f.follow_up_id = created.follow_up_id
      and e.type = 'follow_up.created';
end $$;

-- Each is updated right after it is inserted, and again when it is due: the second version then fits on the same page, and
-- its indexes need no new entries.
alter table follow_ups set (fillfactor = 50);
-- A change of a field that no index has, such as the notes, needs no new entries either.
alter table leads set (fillfactor = 90);

grant execute on function insert_follow_ups, set_follow_up_made_seq to throughline_app, throughline_own;

-- ── Fair claims ─────────────────────────────────────────────────────────────────────────────────

-- From one organization to the next, and the oldest of each.
create index playbook_runs_due_of_organization on playbook_runs (organization_id, claimable_at, run_id)
  where claimable_at is not null and not is_outbound;

-- Up to p_limit organizations that have due runs, in the order of their turns, starting after p_after.
create function organizations_with_due_runs(
  p_now timestamptz, p_suspended uuid[], p_after uuid, p_limit integer
) returns uuid[]
  language plpgsql volatile as $$
declare
  v_found uuid[] := '{}';
  v_last uuid := p_after;
  v_next uuid;
  v_has_wrapped boolean := false;
begin
  if public.is_distributed() then
    return (select coalesce(array_agg(d.organization_id order by d.organization_id <= p_after, d.organization_id), '{}')
      from (
        select r.organization_id from public.playbook_runs r
        where r.claimable_at <= p_now and not r.is_outbound and r.organization_id <> all (p_suspended)
        group by r.organization_id) as d);
  end if;
  -- From one to the next, using only the index: an organization with a hundred thousand of them takes no longer than one
  -- with one.
  while cardinality(v_found) < p_limit loop
    select r.organization_id into v_next from public.playbook_runs r
      where r.organization_id > v_last and r.claimable_at <= p_now and not r.is_outbound
      order by r.organization_id limit 1;
    if v_next is null or (v_has_wrapped and v_next > p_after) then
      exit when v_has_wrapped;
      v_has_wrapped := true;
      v_last := '00000000-0000-0000-0000-000000000000';
      continue;
    end if;
    v_last := v_next;
    if v_next <> all (p_suspended) then
      v_found := v_found || v_next;
    end if;
  end loop;
  return v_found;
end $$;

-- The runs to claim. As long as all that are due fit, there is nothing to divide, and the oldest come first. Otherwise
-- organizations take turns, starting with the one after p_after: each gets so many runs that all have had their turn
-- after about five hundred runs, and at most p_of_each, which one transaction takes. If there is room left, they take turns
-- again.
drop function due_playbook_runs;
create function due_playbook_runs(
  p_now timestamptz, p_suspended uuid[], p_limit integer, p_after uuid, p_of_each integer
) returns table (organization_id uuid, run_ids uuid[])
  language plpgsql volatile as $$
declare
  v_organization_ids uuid[];
  v_run_ids uuid[];
  v_of_each integer;
  v_left integer := p_limit;
  v_round integer := 0;
  v_left_before integer;
begin
  select array_agg(d.organization_id), array_agg(d.run_id) into v_organization_ids, v_run_ids from (
    select c.organization_id, c.run_id from public.playbook_runs c
    where c.claimable_at <= p_now and not c.is_outbound and c.organization_id <> all (p_suspended)
    order by c.claimable_at limit p_limit) as d;
  if v_run_ids is null then
    return;
  elsif cardinality(v_run_ids) < p_limit then
    return query
      select d.organization_id, array_agg(d.run_id)
      from unnest(v_organization_ids, v_run_ids) as d (organization_id, run_id)
      group by d.organization_id;
    return;
  end if;
  v_organization_ids := public.organizations_with_due_runs(p_now, p_suspended, p_after, p_limit);
  v_of_each := greatest(1, least(p_of_each, 500 / greatest(1, cardinality(v_organization_ids))));
  loop
    v_left_before := v_left;
    foreach organization_id in array v_organization_ids loop
      exit when v_left <= 0;
      select coalesce(array_agg(d.run_id), '{}') into run_ids from (
        select c.run_id from public.playbook_runs c
        where c.organization_id = due_playbook_runs.organization_id and c.claimable_at <= p_now
          and not c.is_outbound
        order by c.claimable_at, c.run_id limit least(v_left, v_of_each) offset v_round * v_of_each) as d;
      v_left := v_left - cardinality(run_ids);
      return next;
    end loop;
    exit when v_left <= 0 or v_left = v_left_before;
    v_round := v_round + 1;
  end loop;
exception when connection_exception or connection_failure then
  return query
    select (r->>'organization_id')::uuid, array_agg((r->>'run_id')::uuid)
    from public.rows_of_reachable_nodes('playbook_runs', format(
      'select organization_id, run_id from %%s
       where claimable_at <= %L and not is_outbound and organization_id <> all (%L)
       order by claimable_at limit %s', p_now, p_suspended, p_limit)) as r
    group by 1;
end $$;

-- As before, but each run is found by its key: with the ids as a list, the planner may read all runs of the organization,
-- because most organizations have few.
create or replace function claim_playbook_runs_of(
  p_organization_id uuid, p_run_ids uuid[], p_now timestamptz, p_until timestamptz
) returns table (organization_id uuid, run_id uuid, fence bigint, due_at timestamptz, lifecycle_number text,
    was_claimed boolean)
  language plpgsql volatile as $$
declare
  v_run record;
begin
  for v_run in
    select r.run_id, r.playbook_id, r.concurrency from unnest(p_run_ids) as wanted (id)
    cross join lateral (
      select * from public.playbook_runs one
      where one.organization_id = p_organization_id and one.run_id = wanted.id
      offset 0 for update skip locked
    ) as r
    where r.claimable_at <= p_now and not r.is_outbound and r.concurrency is not null and r.status <> 'running'
    order by r.claimable_at
  loop
    -- Another process is counting or making room: the run is tried again right after.
    continue when not pg_try_advisory_xact_lock(hashtextextended(v_run.playbook_id::text, 20));
    if (select count(*) from public.playbook_runs r
           where r.organization_id = p_organization_id and r.playbook_id = v_run.playbook_id
             and r.status = 'running') >= v_run.concurrency then
      update public.playbook_runs r set claimable_at = null, is_held_back = true
        where r.organization_id = p_organization_id and r.run_id = v_run.run_id;
    else
      update public.playbook_runs r set status = 'running'
        where r.organization_id = p_organization_id and r.run_id = v_run.run_id;
    end if;
  end loop;
  for v_run in
    select r.run_id, r.is_claimed from unnest(p_run_ids) as wanted (id)
    cross join lateral (
      select * from public.playbook_runs one
      where one.organization_id = p_organization_id and one.run_id = wanted.id
      offset 0 for update skip locked
    ) as r
    where r.claimable_at <= p_now and not r.is_outbound and (r.concurrency is null or r.status = 'running')
    order by r.claimable_at
  loop
    was_claimed := v_run.is_claimed;
    update public.playbook_runs r
      set status = 'running', fence = r.fence + 1, claimable_at = p_until, late_at = null, is_claimed = true
      where r.organization_id = p_organization_id and r.run_id = v_run.run_id
      returning r.organization_id, r.run_id, r.fence, r.due_at, r.lifecycle_number
      into organization_id, run_id, fence, due_at, lifecycle_number;
    return next;
  end loop;
end $$;

-- p_after is the organization that had the last turn. Plans are made once, for an average organization, which has few runs:
-- with a bitmap they would read all of one with ten thousand to find its oldest.
drop function claim_playbook_runs;
create function claim_playbook_runs(
  p_now timestamptz, p_until timestamptz, p_limit integer,
  p_after uuid default '00000000-0000-0000-0000-000000000000', p_of_each integer default 50
) returns table (organization_id uuid, run_id uuid, fence bigint, due_at timestamptz, lifecycle_number text,
    was_claimed boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan set enable_bitmapscan = off as $$
declare
  v_suspended constant uuid[] := public.suspended_organizations();
  v_due record;
begin
  for v_due in select * from public.due_playbook_runs(p_now, v_suspended, p_limit, p_after, p_of_each) loop
    return query
      select c.* from public.claim_playbook_runs_of(v_due.organization_id, v_due.run_ids, p_now, p_until) as c;
  end loop;
end $$;

revoke execute on function organizations_with_due_runs, due_playbook_runs from public;
grant execute on function claim_playbook_runs to throughline_app;
