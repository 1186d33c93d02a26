-- The platform: rules for every tenant table, organizations and their counters, the event log,
-- background tasks, lifecycle numbers and idempotency keys.
--
-- The role throughline_app exists before this file runs (migrate.ts creates it). The service logs in as that
-- role, which owns nothing. Each file grants it only what it needs, per table and per function.
--
-- Functions marked `security definer` run as the owner. They fix their search_path and use schema-qualified names.
-- Functions of one organization have p_organization_id as first parameter and compare it with the session's tenant:
-- so statements find their rows by a parameter, and Citus can run the whole call on the node of the organization.

-- Equality of ids in an exclusion constraint. A trusted extension, so the owner of the database can create it.
create extension if not exists btree_gist;

-- PostgreSQL lets every role execute a new function. Ours need a grant, including those of later migrations.
alter default privileges revoke execute on functions from public;
grant usage on schema public to throughline_app;

-- ── Rules for every tenant table ────────────────────────────────────────────────────────────────

-- Used in an IF, where PL/pgSQL inlines it: as a PERFORM of one function that raises, the four checks of a
-- capture took 60 to 140 µs of its 1.3 ms.
create function is_tenant(p_organization_id uuid) returns boolean
  language sql stable parallel safe
  return coalesce(p_organization_id = nullif(current_setting('app.organization_id', true), '')::uuid, false);

create function refuse_tenant(p_organization_id uuid) returns void
  language plpgsql as $$
begin
  raise exception 'organization % is not the tenant of this transaction', p_organization_id
    using errcode = 'insufficient_privilege';
end $$;

grant execute on function is_tenant, refuse_tenant to throughline_app;

create function refuse_hard_delete() returns trigger
  language plpgsql as $$
begin
  raise exception '% rows are never deleted; set deleted_at or a status instead', tg_table_name
    using errcode = 'restrict_violation';
end $$;

create function refuse_lifecycle_number_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'lifecycle_number never changes (% would become %)',
    old.lifecycle_number, new.lifecycle_number
    using errcode = 'restrict_violation';
end $$;

create function refuse_log_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'events are append-only: % is refused', lower(tg_op)
    using errcode = 'restrict_violation';
end $$;

-- Numbers that the database assigns in a transaction, such as the lifecycle number of a new lead. The client does
-- not have to wait for them, because later statements can refer to them as 'assigned'.
create function assign_number(p_name text, p_number text) returns void
  language plpgsql volatile as $$
begin
  perform set_config('app.assigned', jsonb_build_object(p_name, p_number)::text, true);
end $$;
create function assigned_numbers() returns jsonb
  language plpgsql stable as $$
begin
  return coalesce(nullif(current_setting('app.assigned', true), '')::jsonb, '{}'::jsonb);
end $$;
create function take_assigned_number() returns trigger
  language plpgsql as $$
begin
  new.lifecycle_number := public.assigned_numbers()->>'lifecycle_number';
  return new;
end $$;
grant execute on function assign_number, assigned_numbers to throughline_app;

-- Every tenant table is protected by one call of this. Row-level security also applies to the owner. The policy
-- is a plain expression, not a sub-select and not a function, so that Citus accepts it.
--
-- p_rows defines what can happen to rows: `kept` (never deleted), `append_only` (never changed either) or
-- `deletable`. A lifecycle_number never changes once it is written; 'assigned' means the number of the lead that
-- was captured in the same transaction.
create function guard_tenant_table(p_table text, p_rows text default 'kept') returns void
  language plpgsql volatile as $$
begin
  execute format('alter table public.%I enable row level security', p_table);
  execute format('alter table public.%I force row level security', p_table);
  execute format(
    'create policy tenant on public.%I using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::uuid)',
    p_table);

  case p_rows
    when 'kept' then
      execute format(
        'create trigger %I before delete on public.%I for each row execute function public.refuse_hard_delete()',
        p_table || '_no_delete', p_table);
      execute format(
        'create trigger %I before truncate on public.%I for each statement execute function public.refuse_hard_delete()',
        p_table || '_no_truncate', p_table);
    when 'append_only' then
      execute format(
        'create trigger %I before update or delete on public.%I for each row execute function public.refuse_log_change()',
        p_table || '_append_only', p_table);
      execute format(
        'create trigger %I before truncate on public.%I for each statement execute function public.refuse_log_change()',
        p_table || '_no_truncate', p_table);
    when 'deletable' then
      null;
  end case;

  if p_rows <> 'append_only' and exists (
      select from pg_attribute
      where attrelid = format('public.%I', p_table)::regclass and attname = 'lifecycle_number') then
    execute format(
      'create trigger %I before update on public.%I for each row when (old.lifecycle_number is distinct from new.lifecycle_number) execute function public.refuse_lifecycle_number_change()',
      p_table || '_lifecycle_number_immutable', p_table);
    execute format(
      'create trigger %I before insert on public.%I for each row when (new.lifecycle_number = ''assigned'') execute function public.take_assigned_number()',
      p_table || '_lifecycle_number_assigned', p_table);
  end if;
end $$;

-- ── Organizations ───────────────────────────────────────────────────────────────────────────────

create table organizations (
  organization_id        uuid primary key,
  name                   text not null,
  time_zone              text not null,
  country                text not null check (country ~ '^[A-Z]{2}$'),
  -- `auto`, `manual`, or a rule in CEL that decides whether a lead is qualified.
  qualification_policy   text not null default 'auto',
  -- { weekly: [{ day, start, end }], exceptions: [{ date, intervals: [{ start, end }] }] }, in local time.
  working_hours          jsonb not null default '{
    "weekly": [
      {"day": "monday", "start": "08:00", "end": "17:00"},
      {"day": "tuesday", "start": "08:00", "end": "17:00"},
      {"day": "wednesday", "start": "08:00", "end": "17:00"},
      {"day": "thursday", "start": "08:00", "end": "17:00"},
      {"day": "friday", "start": "08:00", "end": "17:00"}],
    "exceptions": []}',
  minimum_notice_minutes integer not null default 0 check (minimum_notice_minutes between 0 and 43200),
  buffer_minutes         integer not null default 0 check (buffer_minutes between 0 and 480),
  step_minutes           integer not null default 30 check (step_minutes between 5 and 1440),
  horizon_days           integer not null default 365 check (horizon_days between 1 and 730),
  -- When texts and emails may be sent, in the recipient's local time.
  quiet_allowed_from     text not null default '08:00'
    check (quiet_allowed_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  quiet_allowed_until    text not null default '21:00'
    check (quiet_allowed_until ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  constraint organization_quiet_hours_leave_some check (quiet_allowed_from < quiet_allowed_until)
);
select guard_tenant_table('organizations');
grant select, insert, update on organizations to throughline_app;

-- The worker processes all organizations, one tenant at a time: this is its list. Ids are created in order,
-- so the first organization is the one that was created first.
create policy owner_lists on organizations for select to current_user using (true);
create function organization_ids() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select organization_id from public.organizations order by organization_id;
end;

grant execute on function organization_ids to throughline_app;

-- One narrow row per organization that every mutation updates last, just before its commit. The transaction
-- that holds its lock commits next, which makes seq gap-free and ordered by commit. The low fillfactor keeps
-- these updates on the page (HOT), so no index is touched.
create table organization_counters (
  organization_id   uuid primary key references organizations,
  event_seq         bigint not null default 0,
  lifecycle_ordinal bigint not null default 100000,
  invoice_ordinal   bigint not null default 0
) with (fillfactor = 10);
select guard_tenant_table('organization_counters');
grant select, insert on organization_counters to throughline_app;

-- ── Background tasks ────────────────────────────────────────────────────────────────────────────

-- The insert of pg-boss as our own function, with a cached plan: the task commits with the mutation or not at
-- all. A test compares the row with what send() of pg-boss writes, column by column. The body is a string, so that
-- pg-boss can migrate its own tables. pg-boss limits how many tasks of one group run at once.
create function enqueue_task(
  p_organization_id uuid, p_queue text, p_data jsonb, p_start_after timestamptz default null, p_singleton_key text default null,
  p_group_id text default null
) returns uuid
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_start_after timestamptz := coalesce(p_start_after, pgboss.job_now());
  v_task_id uuid;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into pgboss.job (
    id, name, data, priority, start_after, created_on, singleton_key, expire_seconds, deletion_seconds,
    keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
    heartbeat_seconds, blocked, blocking, pending_dependencies, group_id)
  select
    gen_random_uuid(), q.name,
    p_data || jsonb_build_object('organization_id', p_organization_id),
    0, v_start_after, pgboss.job_now(), p_singleton_key, q.expire_seconds, q.deletion_seconds,
    v_start_after + q.retention_seconds * interval '1s', q.retry_limit, q.retry_delay, q.retry_backoff,
    q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds, false, false, 0, p_group_id
  from pgboss.queue q
  where q.name = p_queue
  on conflict do nothing
  returning id into v_task_id;
  return v_task_id;
end $$;

-- Depth and age of every queue, for the metrics: only counts, no data of any organization.
create function queue_depths() returns table (
    queue text, ready bigint, deferred bigint, active bigint, oldest_ready_seconds double precision)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select q.name,
      count(j.id) filter (where j.state < 'active' and j.start_after <= now()),
      count(j.id) filter (where j.state < 'active' and j.start_after > now()),
      count(j.id) filter (where j.state = 'active'),
      coalesce(extract(epoch from now() - min(j.start_after)
        filter (where j.state < 'active' and j.start_after <= now()))::double precision, 0)
    from pgboss.queue q
    left join pgboss.job j on j.name = q.name and j.state <= 'active'
    where q.name not like '\_\_pgboss%'
    group by q.name;
end $$;

-- Tasks that used up their retries.
create function failed_tasks(p_organization_id uuid) returns table (
    task_id uuid, task text, data jsonb, error jsonb, attempts integer, queued_at timestamptz, failed_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return query
    select j.id, j.source_name, j.data, j.source_output, j.source_retry_count + 1, j.source_created_on, j.created_on
    from pgboss.job j
    where j.name = 'dead-letter' and j.state = 'created'
      and j.data->>'organization_id' = p_organization_id::text;
end $$;

-- Puts a failed task back into its queue with all its retries; null if it no longer exists.
create function retry_failed_task(p_organization_id uuid, p_task_id uuid) returns uuid
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_task record;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  delete from pgboss.job j
    where j.name = 'dead-letter' and j.id = p_task_id and j.state = 'created'
      and j.data->>'organization_id' = p_organization_id::text
    returning j.source_name, j.data into v_task;
  if not found then
    return null;
  end if;
  return public.enqueue_task(p_organization_id, v_task.source_name, v_task.data);
end $$;

grant execute on function enqueue_task, queue_depths, failed_tasks, retry_failed_task to throughline_app;

-- ── Events ──────────────────────────────────────────────────────────────────────────────────────

create table events (
  organization_id  uuid not null,
  seq              bigint not null,
  event_id         uuid not null,
  type             text not null,
  occurred_at      timestamptz not null,
  lifecycle_number text,
  actor            jsonb not null,
  data             jsonb not null,
  previous         jsonb,
  primary key (organization_id, seq)
);
create index events_by_type on events (organization_id, type, seq);
create index events_by_lifecycle on events (organization_id, lifecycle_number, seq)
  where lifecycle_number is not null;
-- A replay refers to events by their ids. Ids grow with time, so an entry goes to the end of the index: 2 µs per
-- event. BRIN would take 5 µs, because every new id widens the range of the last pages.
create unique index events_by_id on events (organization_id, event_id);
select guard_tenant_table('events', 'append_only');
grant select on events to throughline_app;

-- The only way to write to the log, and the last statement of a transaction. It locks the organization's counter,
-- writes the events with the next seqs in the given order, and queues one task that passes them to their followers.
-- It runs as its owner, so that the role of the service needs no privilege to insert. The actor of an event is an
-- index into p_actors.
create function append_events(
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

  perform public.enqueue_task(p_organization_id, 'publish-events',
    jsonb_build_object('from_seq', v_last - v_count + 1, 'to_seq', v_last));
  return v_last;
end $$;

-- append_events for events of many lifecycles, in the given order.
create function append_events_batch(
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

  perform public.enqueue_task(p_organization_id, 'publish-events',
    jsonb_build_object('from_seq', v_last - v_count + 1, 'to_seq', v_last));
  return v_last;
end $$;

-- Where the logs of these organizations end, for a process that has listeners in many of them and queries all at
-- once: only one number per organization, and no content.
create policy owner_reads_ends on organization_counters for select to current_user using (true);
create function ends_of_logs(p_organization_ids uuid[])
  returns table (organization_id uuid, event_seq bigint)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select c.organization_id, c.event_seq from public.organization_counters c
    where c.organization_id = any (p_organization_ids);
end $$;

grant execute on function append_events, ends_of_logs to throughline_app;

-- A follower of an organization's log: every event up to last_seq was handled, in the transaction that moved
-- the cursor there. A follower without a row does not follow (yet).
create table event_cursors (
  organization_id uuid not null references organizations,
  follower        text not null,
  last_seq        bigint not null,
  primary key (organization_id, follower)
) with (fillfactor = 10);
select guard_tenant_table('event_cursors');
grant select, insert, update on event_cursors to throughline_app;

-- ── Lifecycle numbers ───────────────────────────────────────────────────────────────────────────

-- 100042 → 100042-7: the digits and a Damm check digit, which detects every single wrong digit and every
-- swap of two adjacent digits, the two common mistakes when a number is read over the phone.
create function lifecycle_number(p_ordinal bigint) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  -- The quasigroup of order 10 that Damm published, row by row.
  v_table constant text :=
    '0317598642' || '7092154863' || '4206871359' || '1750983426' || '6123045978' ||
    '3674209581' || '5869720134' || '8945362017' || '9438617205' || '2581436790';
  v_digits text := p_ordinal::text;
  v_interim integer := 0;
begin
  for v_position in 1 .. length(v_digits) loop
    v_interim := substr(v_table, v_interim * 10 + substr(v_digits, v_position, 1)::integer + 1, 1)::integer;
  end loop;
  return v_digits || '-' || v_interim;
end $$;

-- The organization's next number. The counter stays locked until the commit, so it belongs in
-- the statement that commits.
create function next_lifecycle_number(p_organization_id uuid) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_ordinal bigint;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.organization_counters set lifecycle_ordinal = lifecycle_ordinal + 1
    where organization_id = p_organization_id
    returning lifecycle_ordinal into strict v_ordinal;
  return public.lifecycle_number(v_ordinal);
end $$;

-- next_lifecycle_number for many: returns the ordinal before the first of them.
create function take_lifecycle_ordinals(p_organization_id uuid, p_count integer) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_last bigint;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.organization_counters set lifecycle_ordinal = lifecycle_ordinal + p_count
    where organization_id = p_organization_id
    returning lifecycle_ordinal into strict v_last;
  return v_last - p_count;
end $$;

grant execute on function next_lifecycle_number to throughline_app;

-- ── Idempotency ─────────────────────────────────────────────────────────────────────────────────

create table idempotency_keys (
  organization_id uuid not null,
  route           text not null,
  idempotency_key text not null,
  request_hash    bytea not null,
  status          smallint not null,
  response        jsonb,
  -- A response that contains a secret is stored encrypted, and only the caller's own token can decrypt it.
  sealed_response bytea,
  created_at      timestamptz not null,
  primary key (organization_id, route, idempotency_key),
  check ((response is null) <> (sealed_response is null))
);
create index idempotency_keys_by_age on idempotency_keys (organization_id, created_at);
select guard_tenant_table('idempotency_keys', 'deletable');
grant select, insert, delete on idempotency_keys to throughline_app;
