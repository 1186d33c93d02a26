-- The ground: organizations and who may act for them, the append-only event log, lifecycle numbers,
-- idempotency, and leads. The role throughline_app exists before this file runs (migrate.ts makes it):
-- the service works as that role, which owns nothing.

-- Functions marked `security definer` run as the owner. They name their tables with the schema, take no
-- tenant as an argument, and set no search_path of their own, which every call on the hot path would pay:
-- the application's role can create nothing anywhere that a search_path could find.

-- ── Rules shared by every tenant table ──────────────────────────────────────────────────────────

-- An unset tenant reads zero rows: null equals nothing. A plain expression, not a sub-select, so that
-- Citus accepts it in a policy.
create function current_organization_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.organization_id', true), '')::uuid;

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

-- ── Organizations ───────────────────────────────────────────────────────────────────────────────

create table organizations (
  organization_id uuid primary key,
  name            text not null,
  time_zone       text not null,
  country         text not null check (country ~ '^[A-Z]{2}$'),
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);

-- One narrow row an organization that every mutation updates last, just before its commit. Whoever
-- holds its lock commits next, which is what makes seq gap-free and ordered by commit. The low
-- fillfactor keeps those updates on the page (HOT), so that no index is touched.
create table organization_counters (
  organization_id   uuid primary key references organizations,
  event_seq         bigint not null default 0,
  lifecycle_ordinal bigint not null default 100000
) with (fillfactor = 10);

create table users (
  organization_id uuid not null references organizations,
  user_id         uuid not null,
  name            text not null,
  email           text not null,
  role            text not null check (role in ('owner', 'dispatcher', 'technician', 'viewer')),
  active          boolean not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, user_id)
);
create unique index users_email_unique on users (organization_id, lower(email));

-- ── Tokens ──────────────────────────────────────────────────────────────────────────────────────

create table tokens (
  organization_id uuid not null references organizations,
  token_id        uuid not null,
  name            text not null,
  token_hash      bytea not null,
  scopes          text[] not null,
  user_id         uuid,
  from_setting    boolean not null default false,
  expires_at      timestamptz,
  revoked_at      timestamptz,
  last_used_at    timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, token_id),
  foreign key (organization_id, user_id) references users
);

-- Where a presented token leads, before its organization is known. A session sees the one row whose
-- hash it already presents, so the table cannot be listed. On Citus this is a reference table.
create table token_directory (
  organization_id uuid not null,
  token_id        uuid not null,
  token_hash      bytea not null,
  primary key (organization_id, token_id),
  foreign key (organization_id, token_id) references tokens
);
create unique index token_directory_hash on token_directory (token_hash) include (organization_id, token_id);

-- Sets what the policy asks for and looks: two steps whose order a single statement would not promise.
create function find_token(p_token_hash bytea) returns table (organization_id uuid, token_id uuid)
  language plpgsql volatile as $$
begin
  perform set_config('app.token_hash', encode(p_token_hash, 'hex'), true);
  return query select d.organization_id, d.token_id
    from public.token_directory d where d.token_hash = p_token_hash;
end $$;

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

create trigger events_append_only before update or delete on events
  for each row execute function refuse_log_change();
create trigger events_no_truncate before truncate on events
  for each statement execute function refuse_log_change();

-- ── Background work ─────────────────────────────────────────────────────────────────────────────

-- pg-boss's own insert as a function of ours, with a cached plan: the task commits with the mutation or
-- not at all. A test compares the row with what pg-boss's send() writes, column by column. A string
-- body, because pg-boss must stay free to migrate its own tables.
create function enqueue_task(
  p_queue text, p_data jsonb, p_start_after timestamptz default null, p_singleton_key text default null
) returns uuid
  language plpgsql volatile security definer as $$
declare
  v_start_after timestamptz := coalesce(p_start_after, pgboss.job_now());
  v_task_id uuid;
begin
  insert into pgboss.job (
    id, name, data, priority, start_after, created_on, singleton_key, expire_seconds, deletion_seconds,
    keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
    heartbeat_seconds, blocked, blocking, pending_dependencies)
  select
    gen_random_uuid(), q.name,
    p_data || jsonb_build_object('organization_id', public.current_organization_id()),
    0, v_start_after, pgboss.job_now(), p_singleton_key, q.expire_seconds, q.deletion_seconds,
    v_start_after + q.retention_seconds * interval '1s', q.retry_limit, q.retry_delay, q.retry_backoff,
    q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds, false, false, 0
  from pgboss.queue q
  where q.name = p_queue
  on conflict do nothing
  returning id into v_task_id;
  return v_task_id;
end $$;

-- Depth and age of every queue, for the metrics: counts alone, nothing of any organization.
create function queue_depths() returns table (
    queue text, ready bigint, deferred bigint, active bigint, oldest_ready_seconds double precision)
  language plpgsql stable security definer as $$
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

-- Tasks that used up their retries, of the session's organization alone.
create function failed_tasks() returns table (
    task_id uuid, task text, data jsonb, error jsonb, attempts integer, queued_at timestamptz, failed_at timestamptz)
  language plpgsql stable security definer as $$
begin
  return query
    select j.id, j.source_name, j.data, j.source_output, j.source_retry_count + 1, j.source_created_on, j.created_on
    from pgboss.job j
    where j.name = 'dead-letter' and j.state = 'created'
      and j.data->>'organization_id' = public.current_organization_id()::text;
end $$;

-- Puts a failed task back into its queue with all its retries; null if it is not there (any more).
create function retry_failed_task(p_task_id uuid) returns uuid
  language plpgsql volatile security definer as $$
declare
  v_task record;
begin
  delete from pgboss.job j
    where j.name = 'dead-letter' and j.id = p_task_id and j.state = 'created'
      and j.data->>'organization_id' = public.current_organization_id()::text
    returning j.source_name, j.data into v_task;
  if not found then
    return null;
  end if;
  return public.enqueue_task(v_task.source_name, v_task.data);
end $$;

-- The only way into the log. Takes the organization's counter, writes the events with the next seqs in
-- the order given, and queues one task that hands them on. It runs as its owner, so that the
-- service's role needs no right to insert; the tenant is the session's, never an argument.
create function append_events(
  p_lifecycle_number text, p_occurred_at timestamptz, p_actor jsonb, p_events jsonb
) returns bigint
  language plpgsql volatile security definer as $$
declare
  v_organization_id uuid := public.current_organization_id();
  v_count integer := jsonb_array_length(p_events);
  v_last bigint;
begin
  update public.organization_counters set event_seq = event_seq + v_count
    where organization_id = v_organization_id
    returning event_seq into v_last;
  if v_last is null then
    raise exception 'no organization is set for this transaction';
  end if;

  insert into public.events
    (organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data, previous)
  select v_organization_id, v_last - v_count + e.ordinality, (e.event->>'event_id')::uuid,
         e.event->>'type', p_occurred_at, p_lifecycle_number, p_actor,
         case when p_lifecycle_number is null then e.event->'data'
              else (e.event->'data') || jsonb_build_object('lifecycle_number', p_lifecycle_number) end,
         nullif(e.event->'previous', 'null'::jsonb)
  from jsonb_array_elements(p_events) with ordinality as e(event, ordinality);

  perform public.enqueue_task('hand-on-events',
    jsonb_build_object('from_seq', v_last - v_count + 1, 'to_seq', v_last));
  return v_last;
end $$;

-- ── Lifecycle numbers ───────────────────────────────────────────────────────────────────────────

-- 100042 → 100042-7: the digits and a Damm check digit, which catches every single wrong digit and
-- every swap of two neighbours, the two mistakes of reading a number over the phone.
create function lifecycle_number(p_ordinal bigint) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  -- Row by row the quasigroup of order 10 that Damm published.
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

-- Hands out the next number of the session's organization. It holds the counter's lock until commit,
-- so it belongs into the statement that commits.
create function next_lifecycle_number() returns text
  language plpgsql volatile security definer as $$
declare
  v_ordinal bigint;
begin
  update public.organization_counters set lifecycle_ordinal = lifecycle_ordinal + 1
    where organization_id = public.current_organization_id()
    returning lifecycle_ordinal into v_ordinal;
  if v_ordinal is null then
    raise exception 'no organization is set for this transaction';
  end if;
  return public.lifecycle_number(v_ordinal);
end $$;

-- ── Idempotency ─────────────────────────────────────────────────────────────────────────────────

create table idempotency_keys (
  organization_id uuid not null,
  route           text not null,
  idempotency_key text not null,
  request_hash    bytea not null,
  status          smallint not null,
  response        jsonb,
  -- A response that carries a secret is kept only in a form that the caller's own token opens.
  sealed_response bytea,
  created_at      timestamptz not null,
  primary key (organization_id, route, idempotency_key),
  check ((response is null) <> (sealed_response is null))
);
create index idempotency_keys_by_age on idempotency_keys (organization_id, created_at);

-- ── Leads ───────────────────────────────────────────────────────────────────────────────────────

create table leads (
  organization_id  uuid not null references organizations,
  lead_id          uuid not null,
  lifecycle_number text not null,
  name             text,
  phone            text,
  email            text,
  source           text not null,
  service_needed   text not null,
  address          text,
  notes            text,
  status           text not null check (status in ('new', 'qualified', 'unqualified', 'converted')),
  assigned_to      uuid,
  deleted_at       timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, lead_id),
  constraint leads_lifecycle_number_unique unique (organization_id, lifecycle_number),
  foreign key (organization_id, assigned_to) references users,
  constraint lead_has_contact_channel check (phone is not null or email is not null)
);
create index leads_living on leads (organization_id, lead_id) where deleted_at is null;

-- ── Guards on every table, in one place ─────────────────────────────────────────────────────────

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'organizations', 'organization_counters', 'users', 'tokens', 'events', 'idempotency_keys', 'leads'
  ] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy tenant on %I using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::uuid)',
      v_table);
  end loop;

  foreach v_table in array array['organizations', 'users', 'tokens', 'leads'] loop
    execute format(
      'create trigger %I before delete on %I for each row execute function refuse_hard_delete()',
      v_table || '_no_delete', v_table);
    execute format(
      'create trigger %I before truncate on %I for each statement execute function refuse_hard_delete()',
      v_table || '_no_truncate', v_table);
  end loop;
end $$;

alter table token_directory enable row level security;
alter table token_directory force row level security;
create policy presented on token_directory for select
  using (token_hash = decode(nullif(current_setting('app.token_hash', true), ''), 'hex'));
create policy tenant on token_directory for insert
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);

create trigger leads_lifecycle_number_immutable before update on leads
  for each row when (old.lifecycle_number is distinct from new.lifecycle_number)
  execute function refuse_lifecycle_number_change();

-- ── What the service's role may do ──────────────────────────────────────────────────────────────

-- The worker walks all organizations, one tenant at a time: this is the list it walks.
create policy owner_lists on organizations for select to current_user using (true);
create function organization_ids() returns setof uuid
  language sql stable security definer
begin atomic
  select organization_id from public.organizations order by created_at, organization_id;
end;

grant usage on schema public to throughline_app;
grant select, insert, update on organizations, users, tokens, leads to throughline_app;
grant select, insert on organization_counters, token_directory to throughline_app;
grant select on events to throughline_app;
grant select, insert, delete on idempotency_keys to throughline_app;
