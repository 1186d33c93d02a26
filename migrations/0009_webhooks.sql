-- Webhooks: endpoints, the deliveries of events to them, and replays.

create table webhook_endpoints (
  organization_id        uuid not null references organizations,
  webhook_endpoint_id    uuid not null,
  url                    text not null,
  description            text,
  -- lead.qualified, lead.*, or * for everything.
  event_types            text[] not null,
  -- Whether it is enabled; and since when, and why, it is disabled.
  enabled                boolean not null,
  disabled_at            timestamptz,
  disabled_reason        text check (disabled_reason in ('by_request', 'gone', 'failing')),
  -- Null for as fast as possible.
  rate_limit_per_second  integer check (rate_limit_per_second between 1 and 1000),
  ordering               text not null check (ordering in ('none', 'lifecycle')),
  sealed_secret          bytea not null,
  -- Also used to sign until that time, so that the receiver has time to switch.
  sealed_previous_secret bytea,
  previous_secret_until  timestamptz,
  -- Events up to this seq are from before the endpoint.
  from_seq               bigint not null,
  deleted_at             timestamptz,
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  primary key (organization_id, webhook_endpoint_id),
  constraint webhook_endpoint_disabled_with_reason
    check (enabled = (disabled_at is null) and enabled = (disabled_reason is null)),
  constraint webhook_endpoint_previous_secret_ends
    check ((sealed_previous_secret is null) = (previous_secret_until is null))
);
create index webhook_endpoints_living on webhook_endpoints (organization_id, webhook_endpoint_id)
  where deleted_at is null;
select guard_tenant_table('webhook_endpoints');

-- The health of an endpoint. Separate from the endpoint, because every delivery may change it, and a user's change
-- of the endpoint must not wait for that.
create table webhook_endpoint_health (
  organization_id     uuid not null,
  webhook_endpoint_id uuid not null,
  last_success_at     timestamptz,
  last_failure_at     timestamptz,
  -- Since when every attempt has failed; null if the last one succeeded.
  failing_since       timestamptz,
  primary key (organization_id, webhook_endpoint_id),
  foreign key (organization_id, webhook_endpoint_id) references webhook_endpoints
) with (fillfactor = 50);
select guard_tenant_table('webhook_endpoint_health');

-- Events that are sent to an endpoint again. A replay is processed in steps, each of which queues deliveries and
-- moves `position` in one transaction.
create table webhook_replays (
  organization_id     uuid not null,
  replay_id           uuid not null,
  webhook_endpoint_id uuid not null,
  kind                text not null check (kind in ('events', 'range', 'failed')),
  -- What was requested: event_seqs (of the given events), or from_seq and to_seq, or failed_since.
  request             jsonb not null,
  -- Everything up to this seq has been processed; the replay ends at to_seq.
  position            bigint not null,
  to_seq              bigint not null,
  total               bigint not null,
  queued              bigint not null default 0,
  status              text not null check (status in ('running', 'completed', 'canceled')),
  created_at          timestamptz not null,
  completed_at        timestamptz,
  primary key (organization_id, replay_id),
  foreign key (organization_id, webhook_endpoint_id) references webhook_endpoints
);
create index webhook_replays_by_endpoint on webhook_replays (organization_id, webhook_endpoint_id, replay_id);
create index webhook_replays_running on webhook_replays (organization_id, webhook_endpoint_id, replay_id)
  where status = 'running';
select guard_tenant_table('webhook_replays');

-- The delivery of one event to one endpoint. The body is the event, read from the log when it is sent.
create table webhook_deliveries (
  organization_id     uuid not null,
  webhook_endpoint_id uuid not null,
  delivery_id         uuid not null,
  -- No foreign key: the log is never shortened, and checking one would write a lock into it.
  event_seq           bigint not null,
  event_id            uuid not null,
  event_type          text not null,
  lifecycle_number    text,
  -- Whether it waits for earlier deliveries of its lifecycle.
  ordered             boolean not null,
  replay_id           uuid,
  status              text not null check (status in ('pending', 'delivered', 'failed', 'canceled')),
  -- Oldest first, at most ten: { at, duration_ms, status_code, error, response }.
  attempts            jsonb not null default '[]',
  next_attempt_at     timestamptz,
  created_at          timestamptz not null,
  settled_at          timestamptz,
  primary key (organization_id, webhook_endpoint_id, delivery_id),
  foreign key (organization_id, webhook_endpoint_id) references webhook_endpoints,
  foreign key (organization_id, replay_id) references webhook_replays,
  constraint webhook_delivery_pending_has_a_time check ((status = 'pending') = (next_attempt_at is not null)),
  constraint webhook_delivery_settled_has_a_time check ((status = 'pending') = (settled_at is null))
) with (fillfactor = 80);
-- An event is queued for an endpoint only once, however often it is handled.
create unique index webhook_delivery_once on webhook_deliveries (organization_id, webhook_endpoint_id, event_seq)
  where replay_id is null;
create index webhook_deliveries_due on webhook_deliveries
  (organization_id, webhook_endpoint_id, next_attempt_at, event_seq) where status = 'pending';
create index webhook_deliveries_in_order on webhook_deliveries
  (organization_id, webhook_endpoint_id, lifecycle_number, event_seq) where status = 'pending' and ordered;
create index webhook_deliveries_failed on webhook_deliveries
  (organization_id, webhook_endpoint_id, event_seq) include (settled_at) where status = 'failed';
-- Lists by type, by status or by both read the newest of each type and status.
create index webhook_deliveries_by_kind on webhook_deliveries
  (organization_id, webhook_endpoint_id, event_type, status, delivery_id);
create index webhook_deliveries_of_replay on webhook_deliveries (organization_id, replay_id, status)
  where replay_id is not null;
select guard_tenant_table('webhook_deliveries');

grant select, insert, update on webhook_endpoints, webhook_endpoint_health, webhook_replays,
  webhook_deliveries to throughline_app;

-- ── Writing deliveries ──────────────────────────────────────────────────────────────────────────

-- Queues events for endpoints, each once. One that has to wait for others of its lifecycle is due when they are,
-- and is not queried before.
create function insert_webhook_deliveries(
  p_organization_id uuid, p_endpoint_ids uuid[], p_delivery_ids uuid[], p_seqs bigint[], p_event_ids uuid[],
  p_types text[], p_lifecycle_numbers text[], p_ordered boolean[], p_at timestamptz
) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.webhook_deliveries
    (organization_id, webhook_endpoint_id, delivery_id, event_seq, event_id, event_type, lifecycle_number, ordered,
     status, next_attempt_at, created_at)
  select p_organization_id, n.webhook_endpoint_id, n.delivery_id, n.event_seq, n.event_id, n.event_type,
         n.lifecycle_number, n.ordered, 'pending',
         case when n.ordered then greatest(p_at, (
           select max(d.next_attempt_at) from public.webhook_deliveries d
           where d.organization_id = p_organization_id and d.webhook_endpoint_id = n.webhook_endpoint_id
             and d.lifecycle_number = n.lifecycle_number and d.status = 'pending' and d.ordered
             and d.replay_id is null))
           else p_at end,
         p_at
  from unnest(p_endpoint_ids, p_delivery_ids, p_seqs, p_event_ids, p_types, p_lifecycle_numbers, p_ordered)
    as n (webhook_endpoint_id, delivery_id, event_seq, event_id, event_type, lifecycle_number, ordered)
  on conflict (organization_id, webhook_endpoint_id, event_seq) where replay_id is null do nothing;
end $$;

-- Queues the events of a replay for its endpoint.
create function insert_replayed_webhook_deliveries(
  p_organization_id uuid, p_endpoint_id uuid, p_replay_id uuid, p_at timestamptz, p_delivery_ids uuid[],
  p_seqs bigint[], p_event_ids uuid[], p_types text[], p_lifecycle_numbers text[], p_ordered boolean[]
) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.webhook_deliveries
    (organization_id, webhook_endpoint_id, replay_id, delivery_id, event_seq, event_id, event_type,
     lifecycle_number, ordered, status, next_attempt_at, created_at)
  select p_organization_id, p_endpoint_id, p_replay_id, n.delivery_id, n.event_seq, n.event_id, n.event_type,
         n.lifecycle_number, n.ordered, 'pending', p_at, p_at
  from unnest(p_delivery_ids, p_seqs, p_event_ids, p_types, p_lifecycle_numbers, p_ordered)
    as n (delivery_id, event_seq, event_id, event_type, lifecycle_number, ordered);
end $$;

-- Records the outcomes of attempts. A success always counts; a failure counts only if no other attempt was made in
-- the meantime.
create function record_webhook_outcomes(
  p_organization_id uuid, p_endpoint_ids uuid[], p_delivery_ids uuid[], p_attempts integer[], p_statuses text[],
  p_attempt_records text[], p_next_attempts_at timestamptz[], p_settled_at timestamptz[]
) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.webhook_deliveries d
  set status = o.status, attempts = d.attempts || o.attempt::jsonb, next_attempt_at = o.next_attempt_at,
      settled_at = o.settled_at
  from unnest(p_endpoint_ids, p_delivery_ids, p_attempts, p_statuses, p_attempt_records, p_next_attempts_at,
              p_settled_at)
    as o (webhook_endpoint_id, delivery_id, attempts, status, attempt, next_attempt_at, settled_at)
  where d.organization_id = p_organization_id and d.webhook_endpoint_id = o.webhook_endpoint_id
    and d.delivery_id = o.delivery_id and d.status = 'pending'
    and (o.status = 'delivered' or jsonb_array_length(d.attempts) = o.attempts);
end $$;

-- Updates the health of endpoints, and returns since when failing ones have been failing.
create function record_webhook_health(
  p_organization_id uuid, p_endpoint_ids uuid[], p_last_success_at timestamptz[], p_last_failure_at timestamptz[],
  p_failing_since timestamptz[]
) returns table (webhook_endpoint_id uuid, failing_since timestamptz)
  language plpgsql volatile as $$
#variable_conflict use_column
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return query
    insert into public.webhook_endpoint_health as h
      (organization_id, webhook_endpoint_id, last_success_at, last_failure_at, failing_since)
    select p_organization_id, n.* from unnest(p_endpoint_ids, p_last_success_at, p_last_failure_at, p_failing_since)
      as n (webhook_endpoint_id, last_success_at, last_failure_at, failing_since)
    on conflict (organization_id, webhook_endpoint_id) do update
    set last_success_at = coalesce(excluded.last_success_at, h.last_success_at),
        last_failure_at = coalesce(excluded.last_failure_at, h.last_failure_at),
        failing_since = case when excluded.last_success_at is null
                             then coalesce(h.failing_since, excluded.failing_since)
                             else excluded.failing_since end
    returning h.webhook_endpoint_id, h.failing_since;
end $$;

grant execute on function insert_webhook_deliveries, insert_replayed_webhook_deliveries, record_webhook_outcomes,
  record_webhook_health to throughline_app;

-- ── What is due ─────────────────────────────────────────────────────────────────────────────────

-- The organizations that have something to send now: ids only, for the worker, which then serves them one tenant at
-- a time. A worker queries the shards it owns, which are determined by the last byte of the id.
create policy owner_lists on webhook_endpoints for select to current_user using (true);
create policy owner_lists on webhook_deliveries for select to current_user using (true);
create policy owner_lists on webhook_replays for select to current_user using (true);
create function webhook_organizations_due(p_now timestamptz, p_shards integer[]) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select distinct e.organization_id from public.webhook_endpoints e
    where e.enabled and e.deleted_at is null
      and get_byte(uuid_send(e.organization_id), 15) % 64 = any (p_shards)
      and (exists (select from public.webhook_deliveries d
             where d.organization_id = e.organization_id and d.webhook_endpoint_id = e.webhook_endpoint_id
               and d.status = 'pending' and d.next_attempt_at <= p_now)
           or exists (select from public.webhook_replays r
             where r.organization_id = e.organization_id and r.webhook_endpoint_id = e.webhook_endpoint_id
               and r.status = 'running'));
end $$;

-- How many deliveries are pending, and how long the oldest due one has been waiting: for the metrics, without data
-- of any organization.
create function webhook_backlog(p_now timestamptz) returns table (pending bigint, oldest_due_seconds double precision)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select (select count(*) from public.webhook_deliveries d where d.status = 'pending'),
           coalesce((select max(extract(epoch from p_now - first.next_attempt_at))
             from public.webhook_endpoints e
             cross join lateral (select d.next_attempt_at from public.webhook_deliveries d
               where d.organization_id = e.organization_id and d.webhook_endpoint_id = e.webhook_endpoint_id
                 and d.status = 'pending' and d.next_attempt_at <= p_now
               order by d.next_attempt_at limit 1) as first
             where e.enabled and e.deleted_at is null), 0)::double precision;
end $$;

grant execute on function webhook_organizations_due, webhook_backlog to throughline_app;
