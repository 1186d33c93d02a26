-- When the next thing is due, so that a worker can sleep until then. It may be in the past: claimed by another worker, or held
-- back. Each reads the first entry of an index.

create function next_follow_up_at() returns timestamptz
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select w.due_at from public.follow_ups w
  where w.status = 'scheduled' and w.communication_id is null
  order by w.due_at limit 1
$$;

create function next_playbook_run_at() returns timestamptz
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.claimable_at from public.playbook_runs r
  where r.claimable_at is not null and not r.is_outbound
  order by r.claimable_at limit 1
$$;

-- Those that send a request: few at any time, since each waits for its receiver only.
create index playbook_runs_outbound_due on playbook_runs (claimable_at) where claimable_at is not null and is_outbound;
create function next_outbound_playbook_run_at() returns timestamptz
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.claimable_at from public.playbook_runs r
  where r.claimable_at is not null and r.is_outbound
  order by r.claimable_at limit 1
$$;

revoke execute on function next_follow_up_at, next_playbook_run_at, next_outbound_playbook_run_at from public;
grant execute on function next_follow_up_at, next_playbook_run_at, next_outbound_playbook_run_at to throughline_app;
