-- The event log and the deliveries of its events are partitioned by month, so that old months can be dropped without
-- deleting rows: see docs/decisions/0076-log-by-month.md. The tables of before become the partition of this month.

-- ── When an event was logged ────────────────────────────────────────────────────────────────────

-- In UTC, whatever the time zone of the session is.
create function month_of(p_at timestamptz) returns timestamptz
  language sql immutable parallel safe
  return date_trunc('month', p_at at time zone 'UTC') at time zone 'UTC';
create function month_after(p_at timestamptz) returns timestamptz
  language sql immutable parallel safe
  return (date_trunc('month', p_at at time zone 'UTC') + interval '1 month') at time zone 'UTC';

-- The month of each organization's events: the first seq of every month that is kept. A month in which nothing happened
-- has no row.
create table event_log_months (
  organization_id uuid not null,
  starts_at       timestamptz not null,
  first_seq       bigint not null,
  primary key (organization_id, starts_at)
);
select guard_tenant_table('event_log_months', 'deletable');
grant select on event_log_months to throughline_app;
-- Months are dropped for all organizations at once.
create policy owner_drops on event_log_months to current_user using (true) with check (true);

-- logged_at is the time of the last event. It never goes back, so the months of an organization have the order of its seqs.
alter table organization_counters add column logged_at timestamptz not null default '-infinity';
alter table organization_counters add column log_month_ends_at timestamptz not null default '-infinity';

create function begin_log_month() returns trigger
  language plpgsql as $$
begin
  insert into public.event_log_months (organization_id, starts_at, first_seq)
    values (new.organization_id, public.month_of(new.logged_at), old.event_seq + 1);
  new.log_month_ends_at := public.month_after(new.logged_at);
  return new;
end $$;

-- ── The tables of before become partitions ──────────────────────────────────────────────────────

-- All events so far were logged now, as far as the partitions are concerned. A constant needs no change of the rows, and
-- is the same on every node of a cluster.
do $$
declare
  v_now constant timestamptz := date_trunc('milliseconds', now());
  v_month constant text := to_char(v_now at time zone 'UTC', 'YYYY_MM');
  v_table text;
  v_object record;
begin
  execute format('alter table events add column logged_at timestamptz not null default %L', v_now);
  execute format('alter table webhook_deliveries add column event_logged_at timestamptz not null default %L', v_now);

  -- The owner has no policy that lets it write to all organizations.
  alter table organization_counters no force row level security;
  execute format(
    'update organization_counters set logged_at = %L, log_month_ends_at = %L where event_seq > 0',
    v_now, public.month_after(v_now));
  alter table organization_counters force row level security;
  execute format(
    'insert into event_log_months (organization_id, starts_at, first_seq)
     select organization_id, %L, 1 from organization_counters where event_seq > 0', public.month_of(v_now));

  -- The primary keys and the unique index of deliveries are built again, with the time. The other indexes stay as they are.
  alter table events drop constraint events_pkey;
  alter table webhook_deliveries drop constraint webhook_deliveries_pkey;
  drop index webhook_delivery_once;
  foreach v_table in array array['events', 'webhook_deliveries'] loop
    for v_object in
      select i.indexrelid::regclass as name, c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = v_table::regclass
    loop
      execute format('alter index %s rename to %I', v_object.name, v_object.relname || '_' || v_month);
    end loop;
    for v_object in
      select tgname from pg_trigger where tgrelid = v_table::regclass and not tgisinternal
    loop
      execute format('drop trigger %I on %I', v_object.tgname, v_table);
    end loop;
    for v_object in select polname from pg_policy where polrelid = v_table::regclass loop
      execute format('drop policy %I on %I', v_object.polname, v_table);
    end loop;
    execute format('revoke all on %I from throughline_app, throughline_own', v_table);
    execute format('alter table %I rename to %I', v_table, v_table || '_' || v_month);
    execute format(
      'create table %1$I (like %2$I including defaults including constraints) partition by range (%3$I)',
      v_table, v_table || '_' || v_month, case v_table when 'events' then 'logged_at' else 'event_logged_at' end);
  end loop;
end $$;

-- The time is part of the keys only because PostgreSQL wants it there. A seq is unique because the counter assigns it.
alter table events add primary key (organization_id, seq, logged_at);
create index events_by_type on events (organization_id, type, seq);
create index events_by_lifecycle on events (organization_id, lifecycle_number, seq)
  where lifecycle_number is not null;
create index events_without_lifecycle on events (organization_id, seq) where lifecycle_number is null;
alter table events alter column logged_at set default date_trunc('milliseconds', now());
select guard_tenant_table('events', 'append_only');
select limit_to_own('events', 'select',
  'lifecycle_number = any $lifecycles and split_part(type, ''.'', 1) in (''lead'', ''customer'', ''communication'')');
grant select on events to throughline_app, throughline_own;

-- An event has one time, so it is still queued for an endpoint only once.
alter table webhook_deliveries add primary key (organization_id, webhook_endpoint_id, delivery_id, event_logged_at);
create unique index webhook_delivery_once on webhook_deliveries
  (organization_id, webhook_endpoint_id, event_seq, event_logged_at) where replay_id is null;
create index webhook_deliveries_due on webhook_deliveries
  (organization_id, webhook_endpoint_id, next_attempt_at, event_seq) where status = 'pending';
create index webhook_deliveries_in_order on webhook_deliveries
  (organization_id, webhook_endpoint_id, lifecycle_number, event_seq) where status = 'pending' and ordered;
create index webhook_deliveries_failed on webhook_deliveries
  (organization_id, webhook_endpoint_id, event_seq) include (settled_at) where status = 'failed';
create index webhook_deliveries_by_kind on webhook_deliveries
  (organization_id, webhook_endpoint_id, event_type, status, delivery_id);
create index webhook_deliveries_of_replay on webhook_deliveries (organization_id, replay_id, status)
  where replay_id is not null;
create index webhook_deliveries_replayed_by_seq on webhook_deliveries (organization_id, event_seq)
  where replay_id is not null;
alter table webhook_deliveries alter column event_logged_at drop default;
select guard_tenant_table('webhook_deliveries');
create policy owner_lists on webhook_deliveries for select to current_user using (true);
grant select, insert, update on webhook_deliveries to throughline_app;

-- On a cluster, a partition can only be added to a table that is distributed like it.
do $$
declare
  v_is_distributed boolean := false;
begin
  if public.is_distributed() then
    execute 'select exists (select from pg_dist_partition where logicalrelid = ''public.organizations''::regclass)'
      into v_is_distributed;
  end if;
  if v_is_distributed then
    perform create_distributed_table('public.event_log_months', 'organization_id', colocate_with => 'organizations');
    perform create_distributed_table('public.events', 'organization_id', colocate_with => 'organizations');
    perform create_distributed_table('public.webhook_deliveries', 'organization_id', colocate_with => 'organizations');
  end if;
end $$;
alter table webhook_deliveries add constraint webhook_deliveries_organization_id_webhook_endpoint_id_fkey
  foreign key (organization_id, webhook_endpoint_id) references webhook_endpoints;
alter table webhook_deliveries add constraint webhook_deliveries_organization_id_replay_id_fkey
  foreign key (organization_id, replay_id) references webhook_replays;

create trigger organization_counters_log_month before update on organization_counters
  for each row when (new.event_seq > old.event_seq and new.logged_at >= old.log_month_ends_at)
  execute function begin_log_month();

-- ── Months ──────────────────────────────────────────────────────────────────────────────────────

-- The table of a trigger without its month and the number of its shard.
create or replace function table_of(p_name name) returns text
  language plpgsql immutable parallel safe as $$
begin
  return regexp_replace(p_name, '(_[0-9]{4}_[0-9]{2})?(_[0-9]{6,})?$', '');
end $$;

create or replace function refuse_log_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' and public.table_of(tg_table_name) = 'events' and current_setting('app.erasing', true) = 'on'
      and current_user <> 'throughline_app' then
    if (old.organization_id, old.seq, old.event_id, old.type, old.occurred_at, old.lifecycle_number, old.actor,
        old.logged_at)
        is not distinct from
       (new.organization_id, new.seq, new.event_id, new.type, new.occurred_at, new.lifecycle_number, new.actor,
        new.logged_at) then
      return new;
    end if;
  end if;
  raise exception 'events are append-only: % is refused', lower(tg_op)
    using errcode = 'restrict_violation';
end $$;

-- What a partition does not get from its table. Nobody has a right on it: rows are reached through the table.
create function guard_log_month(p_table text, p_partition text) returns void
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  v_index regclass;
  v_name text;
begin
  execute format('alter table public.%I enable row level security', p_partition);
  execute format('alter table public.%I force row level security', p_partition);
  execute format(
    'create policy tenant on public.%I using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::uuid and current_user <> ''throughline_own'')',
    p_partition);
  execute format('create trigger %I before truncate on public.%I for each statement execute function public.%I()',
    p_partition || '_no_truncate', p_partition,
    case p_table when 'events' then 'refuse_log_change' else 'refuse_hard_delete' end);
  -- Of each month, not of the table: then it would have to contain the time, and the planner would use it for conditions
  -- on the time, and read the whole month of an organization.
  if p_table = 'events' then
    execute format('create unique index if not exists %I on public.%I (organization_id, event_id)',
      'events_by_id' || right(p_partition, 8), p_partition);
  end if;
  -- Plans and statistics show these names.
  for v_index, v_name in
    select i.inhrelid::regclass, whole.relname || right(p_partition, 8)
    from pg_inherits i
    join pg_index x on x.indexrelid = i.inhrelid
    join pg_class whole on whole.oid = i.inhparent
    join pg_class part on part.oid = i.inhrelid
    where x.indrelid = format('public.%I', p_partition)::regclass
      and part.relname <> whole.relname || right(p_partition, 8)
  loop
    execute format('alter index %s rename to %I', v_index, v_name);
  end loop;
end $$;

-- Attached, not created as a partition: that would wait for everything that reads the table, such as an export, and
-- everything else would wait for it.
create function create_log_month(p_month timestamptz) returns void
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  v_table text;
  v_partition text;
begin
  foreach v_table in array array['events', 'webhook_deliveries'] loop
    v_partition := v_table || '_' || to_char(p_month at time zone 'UTC', 'YYYY_MM');
    continue when to_regclass('public.' || v_partition) is not null;
    execute format('create table public.%I (like public.%I including defaults including constraints)%s',
      v_partition, v_table, case v_table when 'events' then '' else ' with (fillfactor = 80)' end);
    execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)',
      v_table, v_partition, public.month_of(p_month), public.month_after(p_month));
    perform public.guard_log_month(v_table, v_partition);
  end loop;
end $$;

-- On a cluster, changes of one transaction to several tables otherwise wait for each other.
create function change_one_node_at_a_time() returns void
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  if public.is_distributed() then
    perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  end if;
end $$;

-- Creates the partitions of this month and of the three after it. A month that has none refuses all events: called by
-- every start and every day.
create function create_log_months() returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set lock_timeout = '5s' as $$
declare
  v_month timestamptz := public.month_of(now());
begin
  perform public.change_one_node_at_a_time();
  perform pg_advisory_xact_lock(7226601405);
  for n in 0..3 loop
    perform public.create_log_month(v_month);
    v_month := public.month_after(v_month);
  end loop;
end $$;

-- What prevents dropping the events that were logged before this time; null if nothing does. What a follower has handled,
-- it needs no more. A waiting run reads the event that started it.
create function needs_log_before(p_before timestamptz) returns text
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  -- Citus reads these as rows, and a row needs a column.
  if exists (
    select 1 from public.webhook_deliveries d where d.status = 'pending' and d.event_logged_at < p_before
  ) then
    return 'pending webhook deliveries';
  end if;
  if exists (
    select 1 from public.event_cursors f
    join public.organization_counters c on c.organization_id = f.organization_id
    left join (
      select m.organization_id, min(m.first_seq) as first_seq from public.event_log_months m
      where m.starts_at >= p_before group by m.organization_id
    ) as kept on kept.organization_id = f.organization_id
    where f.last_seq + 1 < coalesce(kept.first_seq, c.event_seq + 1)
  ) then
    return 'followers of the log that are behind';
  end if;
  if exists (
    select 1 from public.webhook_replays r
    join public.organization_counters c on c.organization_id = r.organization_id
    left join (
      select m.organization_id, min(m.first_seq) as first_seq from public.event_log_months m
      where m.starts_at >= p_before group by m.organization_id
    ) as kept on kept.organization_id = r.organization_id
    where r.status = 'running' and r.position + 1 < coalesce(kept.first_seq, c.event_seq + 1)
  ) then
    return 'running replays';
  end if;
  if exists (
    select 1 from public.playbook_runs r
    join public.organization_counters c on c.organization_id = r.organization_id
    left join (
      select m.organization_id, min(m.first_seq) as first_seq from public.event_log_months m
      where m.starts_at >= p_before group by m.organization_id
    ) as kept on kept.organization_id = r.organization_id
    where r.status in ('queued', 'running', 'waiting')
      and r.trigger_seq < coalesce(kept.first_seq, c.event_seq + 1)
  ) then
    return 'playbook runs that have not ended';
  end if;
  return null;
end $$;

-- Drops the oldest months, one after the other, until p_keep whole months and this one are left, or one is needed. Returns
-- the months that were dropped, and what the next one is needed for.
--
-- The rows of the month are deleted first. A replay that is being created has locked them, so it is visible afterwards.
create function drop_log_months(p_keep integer) returns table (dropped text[], needed_for text)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set lock_timeout = '5s' as $$
declare
  v_oldest_kept constant timestamptz :=
    (date_trunc('month', now() at time zone 'UTC') - make_interval(months => p_keep)) at time zone 'UTC';
  v_name text;
  v_end timestamptz;
begin
  if p_keep < 3 then
    raise exception 'at least 3 months are kept' using errcode = 'invalid_parameter_value';
  end if;
  perform public.change_one_node_at_a_time();
  perform pg_advisory_xact_lock(7226601405);
  dropped := '{}';
  for v_name in
    select right(c.relname, 7) from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.events'::regclass order by 1
  loop
    v_end := public.month_after(to_timestamp(v_name || '_01 00:00:00+00', 'YYYY_MM_DD HH24:MI:SSTZH'));
    exit when v_end > v_oldest_kept;
    begin
      delete from public.event_log_months m where m.starts_at < v_end;
      needed_for := public.needs_log_before(v_end);
      if needed_for is not null then
        raise exception 'needed' using errcode = 'TL001';
      end if;
      execute format('drop table public.%I, public.%I', 'events_' || v_name, 'webhook_deliveries_' || v_name);
    exception when sqlstate 'TL001' then
      exit;
    end;
    dropped := dropped || v_name;
  end loop;
  return next;
end $$;

do $$
declare
  v_now constant timestamptz := now();
  v_table text;
  v_partition text;
begin
  foreach v_table in array array['events', 'webhook_deliveries'] loop
    v_partition := v_table || '_' || to_char(v_now at time zone 'UTC', 'YYYY_MM');
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
      v_table, v_partition, month_after(v_now));
    perform guard_log_month(v_table, v_partition);
  end loop;
  perform create_log_months();
end $$;

-- The events from this seq on were logged at this time or later. As a condition on logged_at, it limits a query to the
-- partitions that can have them, before the others are opened.
create function logged_from(p_organization_id uuid, p_seq bigint) returns timestamptz
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return coalesce((
    select m.starts_at from public.event_log_months m
    where m.organization_id = p_organization_id and m.first_seq <= p_seq
    order by m.starts_at desc limit 1
  ), (
    select min(m.starts_at) from public.event_log_months m where m.organization_id = p_organization_id
  ), '-infinity');
end $$;

-- The first events of these types after a seq. Month by month: a lookup for each type in each of many months would take
-- long, and the first months nearly always have enough of them. A type is looked up as a range in order: only the index by
-- type has that order. For an equality, the planner may read all events after the seq, once for each type.
create function seqs_of_types(p_organization_id uuid, p_after bigint, p_types text[], p_limit integer)
  returns table (seq bigint, logged_at timestamptz)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_month timestamptz := public.logged_from(p_organization_id, p_after + 1);
  v_end constant timestamptz := (
    select c.log_month_ends_at from public.organization_counters c where c.organization_id = p_organization_id);
  v_left integer := p_limit;
  v_found integer;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  while v_left > 0 and v_month < v_end and isfinite(v_month) loop
    return query
      select first.seq, first.logged_at from unnest(p_types) as wanted (type)
      cross join lateral (
        select e.seq, e.logged_at from public.events e
        where e.organization_id = p_organization_id and e.type >= wanted.type and e.type <= wanted.type
          and e.seq > p_after and e.logged_at >= v_month and e.logged_at < public.month_after(v_month)
        order by e.type, e.seq limit v_left
      ) as first
      order by first.seq limit v_left;
    get diagnostics v_found = row_count;
    v_left := v_left - v_found;
    v_month := public.month_after(v_month);
  end loop;
end $$;

-- The first event that is kept, or would be the next one if none is.
create function first_logged_seq(p_organization_id uuid) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return coalesce(
    (select min(m.first_seq) from public.event_log_months m where m.organization_id = p_organization_id),
    (select c.event_seq + 1 from public.organization_counters c where c.organization_id = p_organization_id));
end $$;

-- The same for a replay: no month is dropped before the transaction has ended, and then the replay is seen.
create function lock_first_logged_seq(p_organization_id uuid) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  perform from public.event_log_months m where m.organization_id = p_organization_id for share;
  return public.first_logged_seq(p_organization_id);
end $$;

revoke execute on function change_one_node_at_a_time, month_of, month_after, begin_log_month, guard_log_month, create_log_month, create_log_months,
  needs_log_before, drop_log_months, logged_from, seqs_of_types, first_logged_seq, lock_first_logged_seq from public;
grant execute on function create_log_months, drop_log_months, lock_first_logged_seq to throughline_app;
grant execute on function month_of, month_after, logged_from, seqs_of_types, first_logged_seq to throughline_app, throughline_own;

-- ── Writing to the log ──────────────────────────────────────────────────────────────────────────

-- As before, with the time. It has milliseconds, so that the service can pass it on.

create or replace function append_events(
  p_organization_id uuid, p_occurred_at timestamptz, p_actors jsonb, p_events jsonb
) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_assigned jsonb := nullif(current_setting('app.assigned', true), '')::jsonb;
  v_number text := v_assigned->>'lifecycle_number';
  v_count integer := jsonb_array_length(p_events);
  v_last bigint;
  v_logged_at timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.organization_counters set event_seq = event_seq + v_count, logged_at = greatest(logged_at, v_logged_at)
    where organization_id = p_organization_id
    returning event_seq, logged_at into strict v_last, v_logged_at;

  insert into public.events
    (organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data, previous,
     logged_at)
  select p_organization_id, v_last - v_count + e.ordinality, e.event_id, e.type, p_occurred_at,
         case e.lifecycle_number when 'assigned' then v_number else e.lifecycle_number end,
         p_actors->e.actor,
         case
           when e.assigned then e.data || v_assigned || jsonb_build_object('lifecycle_number', e.lifecycle_number)
           when e.lifecycle_number is null then e.data
           when e.lifecycle_number = 'assigned' then e.data || v_assigned
           else e.data || jsonb_build_object('lifecycle_number', e.lifecycle_number)
         end,
         nullif(e.previous, 'null'::jsonb), v_logged_at
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
  v_logged_at timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.organization_counters set event_seq = event_seq + v_count, logged_at = greatest(logged_at, v_logged_at)
    where organization_id = p_organization_id
    returning event_seq, logged_at into strict v_last, v_logged_at;

  insert into public.events
    (organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data, logged_at)
  select p_organization_id, v_last - v_count + e.ordinality, e.event_id, e.type, p_occurred_at,
         e.lifecycle_number, p_actor,
         e.data || jsonb_build_object('lifecycle_number', e.lifecycle_number), v_logged_at
  from unnest(p_event_ids, p_types, p_lifecycle_numbers, p_data)
    with ordinality as e (event_id, type, lifecycle_number, data, ordinality);
  return v_last;
end $$;

create or replace function capture_lead(
  p_organization_id uuid, p_lead_id uuid, p_name text, p_phone text, p_email text, p_source text,
  p_service_needed text, p_address text, p_notes text, p_status text, p_at timestamptz,
  p_qualified_at timestamptz, p_duplicate_of uuid, p_duplicate_match jsonb, p_source_ref text, p_consent jsonb,
  p_search_text text, p_customer_id uuid, p_language text, p_is_public boolean, p_keys bigint[],
  p_locks bigint[], p_identity bigint[], p_known uuid[],
  p_actor jsonb, p_event_ids uuid[], p_types text[], p_data jsonb,
  p_route text, p_idempotency_key text, p_request_hash bytea, p_response_status integer, p_response jsonb
) returns text
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_is_entered boolean := public.enter_organization(p_organization_id);
  v_has_key constant boolean := p_idempotency_key is not null
    and public.take_idempotency_key(p_organization_id, p_route, p_idempotency_key);
  v_is_locked constant boolean := public.lock_contacts(p_organization_id, p_locks);
  v_number text;
  v_assigned jsonb;
  v_ordinal bigint;
  v_last_seq bigint;
  v_logged_at timestamptz := date_trunc('milliseconds', clock_timestamp());
  v_data jsonb;
begin
  if exists (
    select from public.contact_keys k
    where k.organization_id = p_organization_id and k.key = any (p_identity) and k.contact_id <> all (p_known)
  ) then
    raise exception 'the same contact was captured at the same time' using errcode = 'serialization_failure';
  end if;
  insert into public.contact_keys (organization_id, key, contact_id)
    select p_organization_id, key, p_lead_id from unnest(p_keys) as key;

  update public.organization_counters
    set lifecycle_ordinal = lifecycle_ordinal + 1, event_seq = event_seq + cardinality(p_types),
        logged_at = greatest(logged_at, v_logged_at)
    where organization_id = p_organization_id
    returning lifecycle_ordinal, event_seq, logged_at into strict v_ordinal, v_last_seq, v_logged_at;
  v_number := public.lifecycle_number(v_ordinal);
  insert into public.leads (organization_id, lead_id, lifecycle_number, name, phone, email, source,
                            service_needed, address, notes, status, qualified_at, duplicate_of,
                            duplicate_match, source_ref, consent, search_text, customer_id, relation,
                            language, created_at, updated_at)
    values (p_organization_id, p_lead_id, v_number, p_name, p_phone, p_email, p_source, p_service_needed, p_address,
            p_notes, p_status, p_qualified_at, p_duplicate_of, p_duplicate_match, p_source_ref, p_consent,
            p_search_text, p_customer_id, case when p_customer_id is null then 'new' else 'returning' end, p_language,
            p_at, p_at);
  if p_is_public then
    insert into public.public_leads (organization_id, lead_id) values (p_organization_id, p_lead_id);
  end if;
  insert into public.lifecycle_activity (organization_id, lifecycle_number, last_activity_at)
    values (p_organization_id, v_number, p_at);

  v_assigned := jsonb_build_object('lifecycle_number', v_number);
  -- For statements that follow in the same transaction.
  v_is_entered := set_config('app.assigned', v_assigned::text, true) is not null;
  v_data := p_data || v_assigned;
  insert into public.events
      (organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data, logged_at)
    select p_organization_id, v_last_seq - cardinality(p_types) + e.ordinality, e.event_id, e.type, p_at, v_number,
           p_actor, v_data, v_logged_at
    from unnest(p_event_ids, p_types) with ordinality as e (event_id, type, ordinality);
  if v_has_key then
    insert into public.idempotency_keys
      (organization_id, route, idempotency_key, request_hash, status, response, created_at)
      values (p_organization_id, p_route, p_idempotency_key, p_request_hash, p_response_status,
              p_response || v_assigned, p_at);
  end if;
  return v_number;
end $$;

create or replace function append_history(p_organization_id uuid, p_rows jsonb) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_count integer := jsonb_array_length(p_rows);
  v_last bigint;
  v_logged_at timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.organization_counters set event_seq = event_seq + v_count, logged_at = greatest(logged_at, v_logged_at)
    where organization_id = p_organization_id
    returning event_seq, logged_at into strict v_last, v_logged_at;
  insert into public.events
    (organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data, previous,
     logged_at)
  select p_organization_id, v_last - v_count + e.place, (e.event->>'event_id')::uuid, e.event->>'type',
         (e.event->>'occurred_at')::timestamptz, e.event->>'lifecycle_number', e.event->'actor', e.event->'data',
         nullif(e.event->'previous', 'null'::jsonb), v_logged_at
  from jsonb_array_elements(p_rows) with ordinality as e (event, place);
  return v_count;
end $$;

create or replace function set_follow_up_made_seq(p_organization_id uuid, p_follow_up_ids uuid[], p_event_ids uuid[])
  returns void
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
declare
  -- They were written by this transaction.
  v_from constant timestamptz := now() - interval '1 day';
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.follow_ups f set made_seq = e.seq
    from unnest(p_follow_up_ids, p_event_ids) as created (follow_up_id, event_id)
    -- Found by its id: with the type in the same query, the planner may read all events of the type.
    cross join lateral (
      select one.seq, one.type from public.events one
      where one.organization_id = p_organization_id and one.event_id = created.event_id
        and one.logged_at >= v_from offset 0
    ) as e
    where f.organization_id = p_organization_id and f.follow_up_id = created.follow_up_id
      and e.type = 'follow_up.created';
end $$;

-- As a range in order, because only the primary key has that order: for an equality, the planner may choose the index by
-- time, and read all of an organization.
create or replace function last_activity_at(p_organization_id uuid, p_lifecycle_number text, p_created_at timestamptz)
  returns timestamptz
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return coalesce((
    select a.last_activity_at from public.lifecycle_activity a
    where a.organization_id = p_organization_id and a.lifecycle_number >= p_lifecycle_number
      and a.lifecycle_number <= p_lifecycle_number
    order by a.lifecycle_number limit 1), p_created_at);
end $$;

create or replace function expire_communication_events(
  p_organization_id uuid, p_position text, p_before timestamptz, p_channels text[], p_limit integer
) returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_seqs bigint[];
  v_rows bigint;
begin
  select array_agg(found.seq order by found.seq) into v_seqs from (
    select e.seq, e.occurred_at from public.events e
    where e.organization_id = p_organization_id and e.seq > coalesce(p_position::bigint, 0)
      and e.logged_at >= public.logged_from(p_organization_id, coalesce(p_position::bigint, 0) + 1)
    order by e.seq limit p_limit) as found
    where found.occurred_at < p_before;
  update public.events e
    set data = public.expired_fields(e.data, '{subject,body,recording_url}'),
        previous = public.expired_fields(e.previous, '{subject,body,recording_url}')
    where e.organization_id = p_organization_id and e.seq = any (v_seqs)
      and e.logged_at >= public.logged_from(p_organization_id, v_seqs[1]) and e.type like 'communication.%'
      and e.data->>'channel' = any (p_channels);
  get diagnostics v_rows = row_count;
  return (v_rows, v_seqs[cardinality(v_seqs)]::text)::public.erasure_step;
end $$;

-- ── Deliveries ──────────────────────────────────────────────────────────────────────────────────

-- No pending delivery of the endpoint is of an event that was logged before this time. Raised every night, lowered by a
-- replay.
alter table webhook_endpoint_health add column pending_from timestamptz not null default '-infinity';
create policy owner_lists on webhook_endpoint_health for select to current_user using (true);

create function insert_webhook_endpoint_health(p_organization_id uuid, p_endpoint_id uuid) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.webhook_endpoint_health (organization_id, webhook_endpoint_id, pending_from)
    select p_organization_id, p_endpoint_id, public.month_of(c.logged_at)
    from public.organization_counters c where c.organization_id = p_organization_id;
end $$;

create function webhooks_pending_from(p_organization_id uuid) returns timestamptz
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return coalesce((
    -- One that was restored has no health before its first attempt.
    select min(coalesce(h.pending_from, '-infinity')) from public.webhook_endpoints e
    left join public.webhook_endpoint_health h
      on h.organization_id = p_organization_id and h.webhook_endpoint_id = e.webhook_endpoint_id
    where e.organization_id = p_organization_id), '-infinity');
end $$;

-- The cursor is locked, so nothing is being queued for events that were not handled yet; and the endpoint, so no replay
-- queues anything in the meantime.
create function raise_webhooks_pending_from(p_organization_id uuid) returns void
  language plpgsql volatile as $$
declare
  v_next_seq bigint;
  v_handled_until timestamptz;
  v_endpoint_id uuid;
  v_pending_from timestamptz;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  select f.last_seq + 1 into v_next_seq from public.event_cursors f
    where f.organization_id = p_organization_id and f.follower = 'webhooks' for update;
  if not found then
    return;
  end if;
  select coalesce(min(e.logged_at), (
      select c.logged_at from public.organization_counters c where c.organization_id = p_organization_id))
    into v_handled_until from public.events e
    where e.organization_id = p_organization_id and e.seq = v_next_seq
      and e.logged_at >= public.logged_from(p_organization_id, v_next_seq);
  for v_endpoint_id, v_pending_from in
    select h.webhook_endpoint_id, h.pending_from from public.webhook_endpoint_health h
    where h.organization_id = p_organization_id and h.pending_from < public.month_of(v_handled_until)
    order by h.webhook_endpoint_id for update
  loop
    update public.webhook_endpoint_health h
      set pending_from = public.month_of(least(v_handled_until, (
        select min(d.event_logged_at) from public.webhook_deliveries d
        where d.organization_id = p_organization_id and d.webhook_endpoint_id = v_endpoint_id
          and d.status = 'pending' and d.event_logged_at >= v_pending_from)))
      where h.organization_id = p_organization_id and h.webhook_endpoint_id = v_endpoint_id;
  end loop;
end $$;

drop function insert_webhook_deliveries;
create function insert_webhook_deliveries(
  p_organization_id uuid, p_endpoint_ids uuid[], p_delivery_ids uuid[], p_seqs bigint[], p_event_ids uuid[],
  p_types text[], p_lifecycle_numbers text[], p_ordered boolean[], p_at timestamptz, p_logged_at timestamptz[]
) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.webhook_deliveries
    (organization_id, webhook_endpoint_id, delivery_id, event_seq, event_id, event_type, lifecycle_number, ordered,
     status, next_attempt_at, created_at, event_logged_at)
  select p_organization_id, n.webhook_endpoint_id, n.delivery_id, n.event_seq, n.event_id, n.event_type,
         n.lifecycle_number, n.ordered, 'pending',
         case when n.ordered then greatest(p_at, (
           select max(d.next_attempt_at) from public.webhook_deliveries d
           where d.organization_id = p_organization_id and d.webhook_endpoint_id = n.webhook_endpoint_id
             and d.lifecycle_number = n.lifecycle_number and d.status = 'pending' and d.ordered
             and d.event_logged_at
               >= (select public.webhooks_pending_from(p_organization_id)) and d.replay_id is null))
           else p_at end,
         p_at, n.logged_at
  from unnest(p_endpoint_ids, p_delivery_ids, p_seqs, p_event_ids, p_types, p_lifecycle_numbers, p_ordered,
              p_logged_at)
    as n (webhook_endpoint_id, delivery_id, event_seq, event_id, event_type, lifecycle_number, ordered, logged_at)
  on conflict (organization_id, webhook_endpoint_id, event_seq, event_logged_at) where replay_id is null do nothing;
end $$;

drop function insert_replayed_webhook_deliveries;
create function insert_replayed_webhook_deliveries(
  p_organization_id uuid, p_endpoint_id uuid, p_replay_id uuid, p_at timestamptz, p_delivery_ids uuid[],
  p_seqs bigint[], p_event_ids uuid[], p_types text[], p_lifecycle_numbers text[], p_ordered boolean[],
  p_logged_at timestamptz[]
) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.webhook_endpoint_health h set pending_from = (select min(t) from unnest(p_logged_at) as t)
    where h.organization_id = p_organization_id and h.webhook_endpoint_id = p_endpoint_id
      and h.pending_from > (select min(t) from unnest(p_logged_at) as t);
  insert into public.webhook_deliveries
    (organization_id, webhook_endpoint_id, replay_id, delivery_id, event_seq, event_id, event_type,
     lifecycle_number, ordered, status, next_attempt_at, created_at, event_logged_at)
  select p_organization_id, p_endpoint_id, p_replay_id, n.delivery_id, n.event_seq, n.event_id, n.event_type,
         n.lifecycle_number, n.ordered, 'pending', p_at, p_at, n.logged_at
  from unnest(p_delivery_ids, p_seqs, p_event_ids, p_types, p_lifecycle_numbers, p_ordered, p_logged_at)
    as n (delivery_id, event_seq, event_id, event_type, lifecycle_number, ordered, logged_at);
end $$;

drop function record_webhook_outcomes;
create function record_webhook_outcomes(
  p_organization_id uuid, p_endpoint_ids uuid[], p_delivery_ids uuid[], p_attempts integer[], p_statuses text[],
  p_attempt_records text[], p_next_attempts_at timestamptz[], p_settled_at timestamptz[],
  p_logged_at timestamptz[]
) returns void
  language plpgsql volatile set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_from constant timestamptz := (select min(t) from unnest(p_logged_at) as t);
  v_to constant timestamptz := (select max(t) from unnest(p_logged_at) as t);
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.webhook_deliveries d
  set status = p_statuses[array_position(p_delivery_ids, d.delivery_id)],
      next_attempt_at = p_next_attempts_at[array_position(p_delivery_ids, d.delivery_id)],
      settled_at = p_settled_at[array_position(p_delivery_ids, d.delivery_id)],
      attempts = d.attempts || (p_attempt_records[array_position(p_delivery_ids, d.delivery_id)]::jsonb
        || case when d.erased then '{"response": null}'::jsonb else '{}'::jsonb end)
  where d.organization_id = p_organization_id and d.webhook_endpoint_id = any (p_endpoint_ids)
    and d.delivery_id = any (p_delivery_ids) and d.event_logged_at between v_from and v_to
    and d.next_attempt_at is not null
    and (p_statuses[array_position(p_delivery_ids, d.delivery_id)] = 'delivered'
         or jsonb_array_length(d.attempts) = p_attempts[array_position(p_delivery_ids, d.delivery_id)]);
end $$;

create or replace function webhook_organizations_due(p_now timestamptz, p_shards integer[]) returns setof uuid
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_suspended constant uuid[] := public.suspended_organizations();
begin
  return query
    select distinct e.organization_id from public.webhook_endpoints e
    left join public.webhook_endpoint_health h
      on h.organization_id = e.organization_id and h.webhook_endpoint_id = e.webhook_endpoint_id
    where e.enabled and e.deleted_at is null and e.organization_id <> all (v_suspended)
      and get_byte(uuid_send(e.organization_id), 15) % 64 = any (p_shards)
      and (exists (select from public.webhook_deliveries d
             where d.organization_id = e.organization_id and d.webhook_endpoint_id = e.webhook_endpoint_id
               and d.status = 'pending' and d.next_attempt_at <= p_now
               and d.event_logged_at >= coalesce(h.pending_from, '-infinity'))
           or exists (select from public.webhook_replays r
             where r.organization_id = e.organization_id and r.webhook_endpoint_id = e.webhook_endpoint_id
               and r.status = 'running'));
exception when connection_exception or connection_failure then
  return query
    select distinct one.id
    from public.rows_of_reachable_nodes('webhook_endpoints',
      'select organization_id, webhook_endpoint_id from %s where enabled and deleted_at is null') as e
    join (
      select * from public.rows_of_reachable_nodes('webhook_deliveries',
        format('select distinct organization_id, webhook_endpoint_id from %%s
                where status = ''pending'' and next_attempt_at <= %L', p_now))
      union all
      select * from public.rows_of_reachable_nodes('webhook_replays',
        'select organization_id, webhook_endpoint_id from %s where status = ''running''')
    ) as work (row)
      on work.row->>'organization_id' = e->>'organization_id'
        and work.row->>'webhook_endpoint_id' = e->>'webhook_endpoint_id'
    cross join lateral (select (e->>'organization_id')::uuid as id) as one
    where one.id <> all (v_suspended) and get_byte(uuid_send(one.id), 15) % 64 = any (p_shards);
end $$;

create or replace function webhook_backlog(p_now timestamptz, p_max integer)
  returns table (pending bigint, oldest_due_seconds double precision)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_from constant timestamptz := (
    select min(coalesce(h.pending_from, '-infinity')) from public.webhook_endpoints e
    left join public.webhook_endpoint_health h
      on h.organization_id = e.organization_id and h.webhook_endpoint_id = e.webhook_endpoint_id);
begin
  return query
    select (select count(*) from (
              select from public.webhook_deliveries d where d.status = 'pending' and d.event_logged_at >= v_from
              order by d.organization_id, d.webhook_endpoint_id, d.next_attempt_at, d.event_seq
              limit p_max) as found),
           coalesce((select max(extract(epoch from p_now - first.next_attempt_at))
             from public.webhook_endpoints e
             cross join lateral (select d.next_attempt_at from public.webhook_deliveries d
               where d.organization_id = e.organization_id and d.webhook_endpoint_id = e.webhook_endpoint_id
                 and d.status = 'pending' and d.next_attempt_at <= p_now
                 and d.event_logged_at >= v_from
               order by d.next_attempt_at limit 1) as first
             where e.enabled and e.deleted_at is null), 0)::double precision;
end $$;

revoke execute on function insert_webhook_endpoint_health, webhooks_pending_from, raise_webhooks_pending_from,
  insert_webhook_deliveries, insert_replayed_webhook_deliveries, record_webhook_outcomes from public;
grant execute on function insert_webhook_endpoint_health, webhooks_pending_from, raise_webhooks_pending_from,
  insert_webhook_deliveries, insert_replayed_webhook_deliveries, record_webhook_outcomes to throughline_app;
