-- Two clocks of speed to lead, and playbooks that run once per person at a time.

-- ── Two clocks ──────────────────────────────────────────────────────────────────────────────────

-- The first automatic message, beside first_contacted_at, which is set by what a person does.
alter table leads add column first_response_at timestamptz;

-- ── Once per person ─────────────────────────────────────────────────────────────────────────────

-- How many events did not start another run while this one was active.
alter table playbook_runs add column skipped_triggers integer not null default 0;

-- The oldest active run of a playbook for the same person, or for the same request. Reads the active runs of each of
-- the person's lifecycles by their index. Null for an event without a lifecycle.
create function active_playbook_run(
  p_organization_id uuid, p_playbook_id uuid, p_once_per text, p_lifecycle_number text, p_lead_id uuid
) returns uuid
  language plpgsql stable as $$
declare
  -- With row-level security, a function in the condition would run for every lead.
  v_lead_ids constant uuid[] := case when p_once_per = 'person' and p_lead_id is not null
    then public.leads_of_person(p_organization_id, p_lead_id) else '{}' end;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return (
    select active.run_id
    from (
      select p_lifecycle_number as number
      union
      select l.lifecycle_number from public.leads l
      where l.organization_id = p_organization_id and l.lead_id = any (v_lead_ids)
    ) as lifecycle
    cross join lateral (
      select r.run_id from public.playbook_runs r
      where r.organization_id = p_organization_id and r.lifecycle_number = lifecycle.number
        and r.finished_at is null and r.playbook_id = p_playbook_id
      order by r.run_id limit 1
    ) as active
    order by active.run_id limit 1);
end $$;
grant execute on function active_playbook_run to throughline_app;

-- Inserts runs that events start, one after the other, and returns the ids of the new ones. A run with once_per is not
-- inserted while another one is active for the same person or lifecycle; that one counts it. Nothing can come between
-- the check and the insert: only the follower of the organization's log starts runs by events, and it holds the lock
-- of its cursor. A run that is requested at the same time always starts.
create function start_playbook_runs(p_organization_id uuid, p_runs jsonb) returns setof uuid
  language plpgsql volatile as $$
declare
  v_run jsonb;
  v_active_id uuid;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  for v_run in select one.run from jsonb_array_elements(p_runs) with ordinality as one (run, place) order by one.place
  loop
    v_active_id := null;
    -- A run that failed before it started only reports the failure.
    if v_run->>'status' = 'queued' and v_run->>'once_per' in ('person', 'lifecycle') then
      v_active_id := public.active_playbook_run(p_organization_id, (v_run->>'playbook_id')::uuid,
        v_run->>'once_per', v_run->>'lifecycle_number', (v_run->>'lead_id')::uuid);
    end if;
    if v_active_id is null then
      return query select public.insert_playbook_runs(p_organization_id, jsonb_build_array(v_run));
    else
      -- Not for the event that started the active run, if it is handled again.
      update public.playbook_runs r set skipped_triggers = r.skipped_triggers + 1
        where r.organization_id = p_organization_id and r.run_id = v_active_id
          and r.trigger_seq is distinct from (v_run->>'trigger_seq')::bigint;
    end if;
  end loop;
end $$;
grant execute on function start_playbook_runs to throughline_app;
