-- Events out: who follows the log and how far they have come, webhook endpoints, their deliveries, replays.

-- A follower of an organization's log: every event up to last_seq has been dealt with, in the transaction
-- that moved it there. A follower without a row does not follow (yet).
create table event_cursors (
  organization_id uuid not null references organizations,
  follower        text not null,
  last_seq        bigint not null,
  primary key (organization_id, follower)
) with (fillfactor = 10);

create table webhook_endpoints (
  organization_id        uuid not null references organizations,
  webhook_endpoint_id    uuid not null,
  url                    text not null,
  description            text,
  -- lead.qualified, lead.*, or * for everything.
  event_types            text[] not null,
  -- Whether it is wanted; and since when, and why, the service itself has stopped sending.
  enabled                boolean not null,
  disabled_at            timestamptz,
  disabled_reason        text check (disabled_reason in ('by_request', 'gone', 'failing')),
  -- Null for as fast as it goes.
  rate_limit_per_second  integer check (rate_limit_per_second between 1 and 1000),
  ordering               text not null check (ordering in ('none', 'lifecycle')),
  sealed_secret          bytea not null,
  -- Signed with as well until that time, so that a receiver can change over at leisure.
  sealed_previous_secret bytea,
  previous_secret_until  timestamptz,
  -- Events up to here were before its time.
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

-- How an endpoint has been doing. Apart from the endpoint, because every delivery may change it, and a
-- person's change of the endpoint must not wait for that.
create table webhook_endpoint_health (
  organization_id     uuid not null,
  webhook_endpoint_id uuid not null,
  last_success_at     timestamptz,
  last_failure_at     timestamptz,
  -- Since when every attempt has failed; null while the last one succeeded.
  failing_since       timestamptz,
  primary key (organization_id, webhook_endpoint_id),
  foreign key (organization_id, webhook_endpoint_id) references webhook_endpoints
) with (fillfactor = 50);

-- A range of the log that is sent to an endpoint once more. It is worked off in steps, each of which queues
-- deliveries and moves `position` in one transaction.
create table webhook_replays (
  organization_id     uuid not null,
  replay_id           uuid not null,
  webhook_endpoint_id uuid not null,
  kind                text not null check (kind in ('events', 'range', 'failed')),
  -- What was asked for: event_seqs (of the events that were named), or from_seq and to_seq, or failed_since.
  request             jsonb not null,
  -- Everything up to here has been queued; up to to_seq there is something to look at.
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

-- One event on its way to one endpoint. The body is the event's, read from the log when it is sent.
create table webhook_deliveries (
  organization_id     uuid not null,
  webhook_endpoint_id uuid not null,
  delivery_id         uuid not null,
  -- No foreign key: the log is never shortened, and checking one would write a lock into it.
  event_seq           bigint not null,
  event_id            uuid not null,
  event_type          text not null,
  lifecycle_number    text,
  -- Whether it waits for earlier ones of its lifecycle.
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
-- The log reaches an endpoint once, however often and by whomever it is handed on.
create unique index webhook_delivery_once on webhook_deliveries (organization_id, webhook_endpoint_id, event_seq)
  where replay_id is null;
create index webhook_deliveries_due on webhook_deliveries
  (organization_id, webhook_endpoint_id, next_attempt_at, event_seq) where status = 'pending';
create index webhook_deliveries_in_order on webhook_deliveries
  (organization_id, webhook_endpoint_id, lifecycle_number, event_seq) where status = 'pending' and ordered;
create index webhook_deliveries_failed on webhook_deliveries
  (organization_id, webhook_endpoint_id, event_seq) include (settled_at) where status = 'failed';
-- Lists by kind, by status or by both: the newest of each kind and status that is wanted are read.
create index webhook_deliveries_by_kind on webhook_deliveries
  (organization_id, webhook_endpoint_id, event_type, status, delivery_id);
create index webhook_deliveries_of_replay on webhook_deliveries (organization_id, replay_id, status)
  where replay_id is not null;

-- A replay names events by their ids. Ids grow with time, so an entry goes to the end of the index: 2 µs an event,
-- where BRIN takes 5, because every new id widens the range of the last pages.
create unique index events_by_id on events (organization_id, event_id);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['event_cursors', 'webhook_endpoints', 'webhook_endpoint_health',
                                 'webhook_replays', 'webhook_deliveries'] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy tenant on %I using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::uuid)',
      v_table);
    execute format(
      'create trigger %I before delete on %I for each row execute function refuse_hard_delete()',
      v_table || '_no_delete', v_table);
    execute format(
      'create trigger %I before truncate on %I for each statement execute function refuse_hard_delete()',
      v_table || '_no_truncate', v_table);
  end loop;
end $$;

create trigger webhook_deliveries_lifecycle_number_immutable before update on webhook_deliveries
  for each row when (old.lifecycle_number is distinct from new.lifecycle_number)
  execute function refuse_lifecycle_number_change();

-- The organizations, of all, that have something to be sent now: ids alone, for the worker that then serves
-- them one tenant at a time. A worker asks for the shards that it owns, which go by the id's last byte.
create policy owner_lists on webhook_endpoints for select to current_user using (true);
create policy owner_lists on webhook_deliveries for select to current_user using (true);
create policy owner_lists on webhook_replays for select to current_user using (true);
create function webhook_organizations_due(p_now timestamptz, p_shards integer[]) returns setof uuid
  language sql stable security definer
begin atomic
  select distinct e.organization_id from public.webhook_endpoints e
  where e.enabled and e.deleted_at is null
    and get_byte(uuid_send(e.organization_id), 15) % 64 = any (p_shards)
    and (exists (select from public.webhook_deliveries d
           where d.organization_id = e.organization_id and d.webhook_endpoint_id = e.webhook_endpoint_id
             and d.status = 'pending' and d.next_attempt_at <= p_now)
         or exists (select from public.webhook_replays r
           where r.organization_id = e.organization_id and r.webhook_endpoint_id = e.webhook_endpoint_id
             and r.status = 'running'));
end;

-- How many deliveries wait, and how late the latest of those that could be sent is: for the metrics, nothing of any
-- organization.
create function webhook_backlog(p_now timestamptz) returns table (pending bigint, oldest_due_seconds double precision)
  language sql stable security definer
begin atomic
  select (select count(*) from public.webhook_deliveries d where d.status = 'pending'),
         coalesce((select max(extract(epoch from p_now - first.next_attempt_at))
           from public.webhook_endpoints e
           cross join lateral (select d.next_attempt_at from public.webhook_deliveries d
             where d.organization_id = e.organization_id and d.webhook_endpoint_id = e.webhook_endpoint_id
               and d.status = 'pending' and d.next_attempt_at <= p_now
             order by d.next_attempt_at limit 1) as first
           where e.enabled and e.deleted_at is null), 0)::double precision;
end;

grant select, insert, update on event_cursors, webhook_endpoints, webhook_endpoint_health,
  webhook_replays, webhook_deliveries to throughline_app;
