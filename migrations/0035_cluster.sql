-- What a Citus cluster needs that is distributed by organization: see docs/decisions/0073-cluster.md. All of it also
-- works on a single PostgreSQL.

-- ── Tasks ───────────────────────────────────────────────────────────────────────────────────────

-- A mutation commits on the node of its organization, and its tasks on the coordinator. A statement on this table, which
-- is always empty, makes both one commit: Citus then prepares the one before it commits the other.
create table atomic_commits (place integer primary key);

create or replace function enqueue_task(
  p_organization_id uuid, p_queue text, p_data jsonb, p_start_after timestamptz default null,
  p_singleton_key text default null, p_group_id text default null
) returns uuid
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_start_after timestamptz := coalesce(p_start_after, pgboss.job_now());
  v_task_id uuid;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  delete from public.atomic_commits where place = 0;
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

-- Waits until every transaction that was prepared on this node before now is committed or rolled back. A task calls it on
-- the node of its organization: the coordinator commits the task first, and then what the node has prepared.
create function await_commits(p_organization_id uuid) returns void
  language plpgsql volatile as $$
declare
  v_called_at constant timestamptz := clock_timestamp();
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  while exists (
      select from pg_prepared_xacts x
      where x.database = current_database() and x.gid like 'citus\_%' and x.prepared <= v_called_at) loop
    perform pg_sleep(0.005);
  end loop;
end $$;
grant execute on function await_commits to throughline_app;

-- ── Keys that are found before the organization is known ────────────────────────────────────────

-- Unlike set_config(), `set local` is also sent to the other nodes.
create function set_locally(p_name text, p_value text) returns void
  language plpgsql volatile as $$
begin
  execute format('set local %s to %L', p_name, p_value);
end $$;
grant execute on function set_locally to throughline_app;

create or replace function find_form(p_form_key text) returns table (
    organization_id uuid, name text, title text, intro text, source text, services jsonb, consent jsonb,
    thank_you text, redirect_url text, country text, qualification_policy text)
  language plpgsql volatile as $$
declare
  v_place record;
begin
  perform public.set_locally('app.form_key', p_form_key);
  select d.organization_id, d.form_id into v_place
    from public.form_directory d where d.form_key = p_form_key;
  if not found then
    return;
  end if;
  perform public.set_locally('app.organization_id', v_place.organization_id::text);
  return query
    select f.organization_id, f.name, f.title, f.intro, f.source, f.services, f.consent,
           f.thank_you, f.redirect_url, o.country, o.qualification_policy
    from public.forms f
    join public.organizations o on o.organization_id = f.organization_id
    where f.organization_id = v_place.organization_id and f.form_id = v_place.form_id and f.enabled;
end $$;

create or replace function find_channel(p_channel_key text) returns table (
    organization_id uuid, channel_id uuid, kind text, name text, sealed_secret bytea, country text,
    qualification_policy text)
  language plpgsql volatile as $$
declare
  v_place record;
begin
  perform public.set_locally('app.channel_key', p_channel_key);
  select d.organization_id, d.channel_id into v_place
    from public.channel_directory d where d.channel_key = p_channel_key;
  if not found then
    return;
  end if;
  perform public.set_locally('app.organization_id', v_place.organization_id::text);
  return query
    select c.organization_id, c.channel_id, c.kind, c.name, c.sealed_secret, o.country,
           o.qualification_policy
    from public.channels c
    join public.organizations o on o.organization_id = c.organization_id
    where c.organization_id = v_place.organization_id and c.channel_id = v_place.channel_id;
end $$;

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
          select * from public.appointments a
          where a.organization_id = v_organization_id and a.assigned_to = p_user_id
            and a.starts_at > v_since
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

-- A key that was sent since then names its organization, and is found on its node. Earlier ones are looked for on all
-- nodes, so the table needs no copy on each of them, which every email would have to write.
drop index unsubscribe_keys_key;
create unique index unsubscribe_keys_key on unsubscribe_keys (organization_id, unsubscribe_key);
create index unsubscribe_keys_by_key on unsubscribe_keys (unsubscribe_key);

create or replace function find_unsubscribe_key(p_key text) returns table (organization_id uuid, communication_id uuid)
  language plpgsql volatile as $$
begin
  perform public.set_locally('app.unsubscribe_key', p_key);
  return query select k.organization_id, k.communication_id
    from public.unsubscribe_keys k where k.unsubscribe_key = p_key;
end $$;

-- ── Own work ────────────────────────────────────────────────────────────────────────────────────

-- Switches to the role for own work, and back. On a cluster both are called on the node of the organization: the
-- connection to it, which all other statements of the transaction use too, changes its role, and the coordinator does not.
create function limit_to_own_work(p_organization_id uuid) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  set local role throughline_own;
end $$;

create function end_limit_to_own_work(p_organization_id uuid) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  set local role none;
end $$;
grant execute on function limit_to_own_work to throughline_app;
grant execute on function end_limit_to_own_work to throughline_app, throughline_own;

-- Citus creates policies on its shards, but forgets that one is restrictive: there it would allow rows instead. So the
-- policy on the tenant allows nothing to the role for own work, which has policies of its own, one for each command: the
-- tenant and the condition together.
create or replace function guard_tenant_table(p_table text, p_rows text default 'kept') returns void
  language plpgsql volatile as $$
begin
  execute format('alter table public.%I enable row level security', p_table);
  execute format('alter table public.%I force row level security', p_table);
  execute format(
    'create policy tenant on public.%I using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::uuid and current_user <> ''throughline_own'')',
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

-- Adds a condition to what the role for own work can do with the rows of a table: all, or one command. Replaces $user,
-- $lifecycles and $jobs in it. Like the policy on the tenant, a condition is a plain expression.
create or replace function limit_to_own(p_table text, p_commands text, p_condition text) returns void
  language plpgsql volatile as $$
declare
  v_tenant constant text := 'nullif(current_setting(''app.organization_id'', true), '''')::uuid';
  v_table constant regclass := format('public.%I', p_table)::regclass;
  v_condition text := p_condition;
  v_command text;
  v_before text;
begin
  v_condition := replace(v_condition, '$user', 'nullif(current_setting(''app.user_id'', true), '''')::uuid');
  v_condition := replace(v_condition, '$lifecycles', format('(public.own_lifecycle_numbers(%s))', v_tenant));
  v_condition := replace(v_condition, '$jobs', format('(public.own_job_ids(%s))', v_tenant));
  foreach v_command in array '{select,insert,update,delete}'::text[] loop
    select coalesce(pg_get_expr(p.polqual, v_table), pg_get_expr(p.polwithcheck, v_table)) into v_before
      from pg_policy p where p.polrelid = v_table and p.polname = 'own_' || v_command;
    if v_before is null then
      v_before := format('organization_id = %s', v_tenant);
      execute format('create policy %I on %s for %s to throughline_own %s (%s)', 'own_' || v_command, v_table, v_command,
        case v_command when 'insert' then 'with check' else 'using' end, v_before);
    end if;
    if p_commands in ('all', v_command) then
      execute format('alter policy %I on %s %s ((%s) and (%s))', 'own_' || v_command, v_table,
        case v_command when 'insert' then 'with check' else 'using' end, v_before, v_condition);
    end if;
  end loop;
end $$;

do $$
declare
  v_table regclass;
  v_policy record;
  v_limits jsonb := '[]';
  v_limit jsonb;
begin
  for v_policy in
    select p.polrelid::regclass as of_table, c.relname, p.polname, split_part(p.polname, '_', 2) as command,
           coalesce(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as condition
    from pg_policy p join pg_class c on c.oid = p.polrelid where not p.polpermissive
  loop
    execute format('drop policy %I on %s', v_policy.polname, v_policy.of_table);
    v_limits := v_limits || jsonb_build_object('table', v_policy.relname, 'command', v_policy.command,
      'condition', v_policy.condition);
  end loop;
  for v_table in select p.polrelid::regclass from pg_policy p where p.polname = 'tenant' loop
    execute format('alter policy tenant on %s using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::uuid and current_user <> ''throughline_own'')', v_table);
    if has_any_column_privilege('throughline_own', v_table, 'select, insert, update') then
      perform public.limit_to_own((select relname from pg_class where oid = v_table), 'none', 'true');
    end if;
  end loop;
  for v_limit in select * from jsonb_array_elements(v_limits) loop
    perform public.limit_to_own(v_limit->>'table', v_limit->>'command', v_limit->>'condition');
  end loop;
end $$;

-- ── Functions over all organizations ────────────────────────────────────────────────────────────

-- The rows of a query on one table, without those of nodes that cannot be reached. For when a node of a cluster is lost:
-- then a query over all nodes fails, and the work of all organizations would wait for it. %s in the query is the table.
create function rows_of_reachable_nodes(p_table text, p_query text) returns setof jsonb
  language plpgsql volatile as $$
begin
  return query execute
    'select jsonb_array_elements(r.result::jsonb)
     from pg_catalog.run_command_on_placements($1::regclass, $2) as r where r.success'
    using 'public.' || p_table,
      format('select coalesce(jsonb_agg(found), ''[]'') from (%s) as found', p_query);
end $$;
revoke execute on function rows_of_reachable_nodes from public;

-- In PL/pgSQL, because parameters of SQL functions cannot be planned on a cluster.

create or replace function organization_ids() returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select o.organization_id from public.organizations o order by o.organization_id;
end $$;

create or replace function suspended_organizations() returns uuid[]
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select coalesce(array_agg(o.organization_id), '{}') from public.organizations o
    where o.suspended_at is not null);
exception when connection_exception or connection_failure then
  return (select coalesce(array_agg((r->>'organization_id')::uuid), '{}')
    from public.rows_of_reachable_nodes('organizations',
      'select organization_id from %s where suspended_at is not null') as r);
end $$;

create or replace function find_account(p_email text) returns table (account_id uuid, password_hash text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select a.account_id, a.password_hash from public.accounts a where lower(a.email) = lower(p_email);
end $$;

create or replace function get_account(p_account_id uuid) returns table (email text, password_hash text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select a.email, a.password_hash from public.accounts a where a.account_id = p_account_id;
end $$;

create or replace function users_of_account(p_account_id uuid) returns table (organization_id uuid, organization_name text, user_id uuid, user_name text, role text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select u.organization_id, o.name, u.user_id, u.name, u.role
    from public.users u
    join public.organizations o on o.organization_id = u.organization_id
    where u.account_id = p_account_id and u.active and o.suspended_at is null
    order by lower(o.name), u.organization_id;
end $$;

create or replace function is_account_only_of(p_account_id uuid, p_organization_id uuid, p_user_id uuid) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (
    select count(*) = 1 and bool_and(u.organization_id = p_organization_id and u.user_id = p_user_id)
    from public.users u where u.account_id = p_account_id);
end $$;

create or replace function find_passkey(p_credential_id text) returns setof passkeys
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select p.* from public.passkeys p where p.credential_id = p_credential_id and p.revoked_at is null;
end $$;

create or replace function passkeys_of_account(p_account_id uuid, p_before uuid, p_limit integer) returns setof passkeys
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select p.* from public.passkeys p
    where p.account_id = p_account_id and p.passkey_id < p_before and p.revoked_at is null
    order by p.passkey_id desc limit p_limit;
end $$;

-- When the next thing is due, see migration 0030. While a node is lost, of the others.
create function next_due_at(p_table text, p_column text, p_condition text) returns timestamptz
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select min((r->>'at')::timestamptz) from public.rows_of_reachable_nodes(p_table,
    format('select %1$I as at from %%s where %2$s order by %1$I limit 1', p_column, p_condition)) as r);
end $$;

create or replace function next_follow_up_at() returns timestamptz
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select w.due_at from public.follow_ups w
    where w.status = 'scheduled' and w.communication_id is null
    order by w.due_at limit 1);
exception when connection_exception or connection_failure then
  return public.next_due_at('follow_ups', 'due_at', 'status = ''scheduled'' and communication_id is null');
end $$;

create or replace function next_playbook_run_at() returns timestamptz
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select r.claimable_at from public.playbook_runs r
    where r.claimable_at is not null and not r.is_outbound
    order by r.claimable_at limit 1);
exception when connection_exception or connection_failure then
  return public.next_due_at('playbook_runs', 'claimable_at', 'claimable_at is not null and not is_outbound');
end $$;

create or replace function next_outbound_playbook_run_at() returns timestamptz
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select r.claimable_at from public.playbook_runs r
    where r.claimable_at is not null and r.is_outbound
    order by r.claimable_at limit 1);
exception when connection_exception or connection_failure then
  return public.next_due_at('playbook_runs', 'claimable_at', 'claimable_at is not null and is_outbound');
end $$;

-- Who is behind on its organization's log, see migration 0032.
create or replace function followers_behind(p_organization_ids uuid[], p_shards integer[])
  returns table (organization_id uuid, follower text)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_suspended constant uuid[] := public.suspended_organizations();
begin
  if p_organization_ids is not null then
    return query
      select c.organization_id, f.follower from public.organization_counters c
      join public.event_cursors f using (organization_id)
      where c.organization_id = any (p_organization_ids) and f.last_seq < c.event_seq
        and c.organization_id <> all (v_suspended);
  else
    return query
      select c.organization_id, f.follower from public.organization_counters c
      join public.event_cursors f using (organization_id)
      where f.last_seq < c.event_seq and get_byte(uuid_send(c.organization_id), 15) % 64 = any (p_shards)
        and c.organization_id <> all (v_suspended);
  end if;
exception when connection_exception or connection_failure then
  return query
    select one.id, f->>'follower'
    from public.rows_of_reachable_nodes('organization_counters', 'select organization_id, event_seq from %s') as c
    cross join lateral (select (c->>'organization_id')::uuid as id) as one
    join public.rows_of_reachable_nodes('event_cursors', 'select organization_id, follower, last_seq from %s') as f
      on f->>'organization_id' = c->>'organization_id'
    where (f->>'last_seq')::bigint < (c->>'event_seq')::bigint and one.id <> all (v_suspended)
      and case when p_organization_ids is null then get_byte(uuid_send(one.id), 15) % 64 = any (p_shards)
            else one.id = any (p_organization_ids) end;
end $$;

create or replace function ends_of_logs(p_organization_ids uuid[])
  returns table (organization_id uuid, event_seq bigint)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select c.organization_id, c.event_seq from public.organization_counters c
    where c.organization_id = any (p_organization_ids);
exception when connection_exception or connection_failure then
  return query
    select (c->>'organization_id')::uuid, (c->>'event_seq')::bigint
    from public.rows_of_reachable_nodes('organization_counters',
      format('select organization_id, event_seq from %%s where organization_id = any (%L)', p_organization_ids)) as c;
end $$;

-- The organizations with something to deliver, see migration 0022.
create or replace function webhook_organizations_due(p_now timestamptz, p_shards integer[]) returns setof uuid
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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

-- The next time that the service can show. A cluster refuses `+ interval` on a column in an UPDATE, because the length of
-- a day depends on the time zone; a millisecond does not.
create function moment_after(p_at timestamptz) returns timestamptz
  language plpgsql immutable parallel safe as $$
begin
  return p_at + interval '1 millisecond';
end $$;
grant execute on function moment_after to throughline_app, throughline_own;

-- The numbers that the transaction was assigned are known only on the node of its organization.
create function insert_idempotency_key(
  p_organization_id uuid, p_route text, p_key text, p_request_hash bytea, p_status smallint, p_response jsonb,
  p_sealed_response bytea, p_at timestamptz, p_has_assigned_numbers boolean
) returns void
  language plpgsql volatile as $$
declare
  v_response constant jsonb := case when p_has_assigned_numbers then p_response || public.assigned_numbers()
    else p_response end;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.idempotency_keys
      (organization_id, route, idempotency_key, request_hash, status, response, sealed_response, created_at)
    values (p_organization_id, p_route, p_key, p_request_hash, p_status, v_response, p_sealed_response, p_at);
end $$;
grant execute on function insert_idempotency_key to throughline_app, throughline_own;

-- Locks a key until the end of the transaction; false if another request holds it. On the node of the organization, where
-- take_idempotency_key locks it, too.
create function lock_idempotency_key(p_organization_id uuid, p_route text, p_key text) returns boolean
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return pg_try_advisory_xact_lock(
    hashtextextended(p_organization_id::text || ' ' || p_route || ' ' || p_key, 0));
end $$;
grant execute on function lock_idempotency_key to throughline_app, throughline_own;

-- `set constraints` is not sent to other nodes, and the constraints of a shard have other names.
create function defer_constraints(p_organization_id uuid) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  set constraints all deferred;
end $$;

create function check_constraints(p_organization_id uuid) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  set constraints all immediate;
end $$;
grant execute on function defer_constraints to throughline_app;
grant execute on function check_constraints to throughline_app, throughline_own;

-- The member after the one whose turn was last, of those that are active, from the first again after the last.
create function take_turn_in_team(p_organization_id uuid, p_team_id uuid, p_members uuid[], p_active uuid[])
  returns uuid
  language plpgsql volatile as $$
declare
  v_last uuid;
  v_next uuid;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.team_turns (organization_id, team_id, last_user_id)
    values (p_organization_id, p_team_id, p_active[1])
    on conflict (organization_id, team_id) do nothing;
  if found then
    return p_active[1];
  end if;
  select t.last_user_id into v_last from public.team_turns t
    where t.organization_id = p_organization_id and t.team_id = p_team_id for update;
  select m.member into v_next from unnest(p_members) with ordinality as m (member, place)
    where m.member = any (p_active)
    order by m.place <= coalesce(array_position(p_members, v_last), 0), m.place limit 1;
  update public.team_turns t set last_user_id = v_next
    where t.organization_id = p_organization_id and t.team_id = p_team_id;
  return v_next;
end $$;
grant execute on function take_turn_in_team to throughline_app;

-- Citus must read all organizations over one connection per node if the transaction then changes an account.
create or replace function set_password_of_only_user(
  p_account_id uuid, p_organization_id uuid, p_user_id uuid, p_password_hash text, p_now timestamptz
) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  perform from public.accounts a where a.account_id = p_account_id for update;
  if not public.is_account_only_of(p_account_id, p_organization_id, p_user_id) then
    return false;
  end if;
  update public.accounts set password_hash = p_password_hash, updated_at = p_now where account_id = p_account_id;
  return true;
end $$;

-- ── Claims ──────────────────────────────────────────────────────────────────────────────────────

-- What is due is found in all organizations without a lock, and then claimed in one organization at a time, on its node.
-- The functions that end in _of are only for those below them: no role but the owner can execute them.

-- Whether the tables are distributed: then no query can walk along an index over all organizations.
create function is_distributed() returns boolean
  language plpgsql stable as $$
begin
  return to_regclass('pg_catalog.pg_dist_partition') is not null;
end $$;

-- Those of the list that are not claimed; or without a list those that are late, no faster than the pace allows.
create function claim_follow_ups_of(p_organization_id uuid, p_follow_up_ids uuid[], p_now timestamptz, p_limit integer)
  returns table (organization_id uuid, follow_up_id uuid, due_at timestamptz, was_claimed boolean)
  language plpgsql volatile as $$
declare
  v_late_before constant timestamptz := p_now - interval '5 minutes';
  v_lease constant timestamptz := p_now + interval '5 seconds';
  v_step constant interval := interval '100 milliseconds';
  v_used_until timestamptz;
  v_limit integer := p_limit;
  v_found record;
  v_ids uuid[] := '{}';
  v_claimed_ids uuid[] := '{}';
  v_taken integer;
begin
  if p_follow_up_ids is null then
    select greatest(p.used_until, p_now) into v_used_until from public.follow_up_paces p
      where p.organization_id = p_organization_id for update skip locked;
    -- Another process is working on this organization.
    if v_used_until is null then
      return;
    end if;
    v_limit := least(p_limit, floor(extract(epoch from p_now + interval '1 second' - v_used_until) / 0.1)::integer);
    if v_limit <= 0 then
      return;
    end if;
  end if;
  -- Locked before the update: in a join, PostgreSQL could lock more rows than the limit.
  for v_found in
    select w.follow_up_id, w.claimed_until from public.follow_ups w
    where w.organization_id = p_organization_id and w.status = 'scheduled' and w.communication_id is null
      and (p_follow_up_ids is null and w.due_at < v_late_before or w.follow_up_id = any (p_follow_up_ids))
      and (w.claimed_until is null or w.claimed_until <= p_now)
    order by w.due_at limit v_limit for update skip locked
  loop
    v_ids := v_ids || v_found.follow_up_id;
    if v_found.claimed_until is not null then
      v_claimed_ids := v_claimed_ids || v_found.follow_up_id;
    end if;
  end loop;
  return query
    update public.follow_ups f set claimed_until = v_lease
    where f.organization_id = p_organization_id and f.follow_up_id = any (v_ids)
    returning f.organization_id, f.follow_up_id, f.due_at, f.follow_up_id = any (v_claimed_ids);
  get diagnostics v_taken = row_count;
  if p_follow_up_ids is null and v_taken > 0 then
    update public.follow_up_paces p set used_until = v_used_until + v_taken * v_step
      where p.organization_id = p_organization_id;
  end if;
end $$;

create function due_follow_ups(p_now timestamptz, p_since timestamptz, p_suspended uuid[], p_limit integer)
  returns table (organization_id uuid, follow_up_ids uuid[])
  language plpgsql volatile as $$
begin
  return query
    select d.organization_id, array_agg(d.follow_up_id) from (
      select w.organization_id, w.follow_up_id from public.follow_ups w
      where w.status = 'scheduled' and w.communication_id is null and w.due_at <= p_now and w.due_at >= p_since
        and (w.claimed_until is null or w.claimed_until <= p_now)
        and w.organization_id <> all (p_suspended)
      order by w.due_at limit p_limit) as d
    group by d.organization_id;
exception when connection_exception or connection_failure then
  return query
    select (r->>'organization_id')::uuid, array_agg((r->>'follow_up_id')::uuid)
    from public.rows_of_reachable_nodes('follow_ups', format(
      'select organization_id, follow_up_id from %%s
       where status = ''scheduled'' and communication_id is null and due_at <= %1$L and due_at >= %2$L
         and (claimed_until is null or claimed_until <= %1$L) and organization_id <> all (%3$L)
       order by due_at limit %4$s', p_now, p_since, p_suspended, p_limit)) as r
    group by 1;
end $$;

create function organizations_with_late_follow_ups(p_before timestamptz) returns uuid[]
  language plpgsql volatile as $$
begin
  return (select coalesce(array_agg(distinct w.organization_id), '{}') from public.follow_ups w
    where w.status = 'scheduled' and w.communication_id is null and w.due_at < p_before);
exception when connection_exception or connection_failure then
  return (select coalesce(array_agg(distinct (r->>'organization_id')::uuid), '{}')
    from public.rows_of_reachable_nodes('follow_ups', format(
      'select distinct organization_id from %%s
       where status = ''scheduled'' and communication_id is null and due_at < %L', p_before)) as r);
end $$;

create or replace function claim_follow_ups(p_now timestamptz, p_limit integer)
  returns table (organization_id uuid, follow_up_id uuid, due_at timestamptz, was_claimed boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_late_before constant timestamptz := p_now - interval '5 minutes';
  v_suspended constant uuid[] := public.suspended_organizations();
  v_due record;
  v_organization_id uuid;
  v_late uuid[] := '{}';
  v_left integer := p_limit;
  v_taken integer;
begin
  for v_due in select * from public.due_follow_ups(p_now, v_late_before, v_suspended, p_limit) loop
    return query
      select c.* from public.claim_follow_ups_of(v_due.organization_id, v_due.follow_up_ids, p_now, p_limit) as c;
    get diagnostics v_taken = row_count;
    v_left := v_left - v_taken;
  end loop;

  if public.is_distributed() then
    v_late := public.organizations_with_late_follow_ups(v_late_before);
  else
    -- Most of the time nothing is late, and the index by time says so at once.
    perform from public.follow_ups w
      where w.status = 'scheduled' and w.communication_id is null and w.due_at < v_late_before limit 1;
    if not found then
      return;
    end if;
    -- From one organization to the next, using only the index.
    v_organization_id := '00000000-0000-0000-0000-000000000000';
    loop
      select w.organization_id into v_organization_id from public.follow_ups w
        where w.status = 'scheduled' and w.communication_id is null and w.organization_id > v_organization_id
        order by w.organization_id limit 1;
      exit when v_organization_id is null;
      v_late := v_late || v_organization_id;
    end loop;
  end if;
  foreach v_organization_id in array v_late loop
    exit when v_left <= 0;
    continue when v_organization_id = any (v_suspended);
    return query select c.* from public.claim_follow_ups_of(v_organization_id, null, p_now, v_left) as c;
    get diagnostics v_taken = row_count;
    v_left := v_left - v_taken;
  end loop;
end $$;

create function claim_playbook_runs_of(
  p_organization_id uuid, p_run_ids uuid[], p_now timestamptz, p_until timestamptz
) returns table (organization_id uuid, run_id uuid, fence bigint, due_at timestamptz, lifecycle_number text,
    was_claimed boolean)
  language plpgsql volatile as $$
declare
  v_run record;
  v_ids uuid[] := '{}';
  v_claimed_ids uuid[] := '{}';
begin
  for v_run in
    select r.run_id, r.playbook_id, r.concurrency from public.playbook_runs r
    where r.organization_id = p_organization_id and r.run_id = any (p_run_ids)
      and r.claimable_at <= p_now and not r.is_outbound and r.concurrency is not null and r.status <> 'running'
    order by r.claimable_at for update skip locked
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
    select c.run_id, c.is_claimed from public.playbook_runs c
    where c.organization_id = p_organization_id and c.run_id = any (p_run_ids)
      and c.claimable_at <= p_now and not c.is_outbound and (c.concurrency is null or c.status = 'running')
    order by c.claimable_at for update skip locked
  loop
    v_ids := v_ids || v_run.run_id;
    if v_run.is_claimed then
      v_claimed_ids := v_claimed_ids || v_run.run_id;
    end if;
  end loop;
  return query
    update public.playbook_runs r
    set status = 'running', fence = r.fence + 1, claimable_at = p_until, late_at = null, is_claimed = true
    where r.organization_id = p_organization_id and r.run_id = any (v_ids)
    returning r.organization_id, r.run_id, r.fence, r.due_at, r.lifecycle_number, r.run_id = any (v_claimed_ids);
end $$;

create function due_playbook_runs(p_now timestamptz, p_suspended uuid[], p_limit integer)
  returns table (organization_id uuid, run_ids uuid[])
  language plpgsql volatile as $$
begin
  return query
    select d.organization_id, array_agg(d.run_id) from (
      select c.organization_id, c.run_id from public.playbook_runs c
      where c.claimable_at <= p_now and not c.is_outbound and c.organization_id <> all (p_suspended)
      order by c.claimable_at limit p_limit) as d
    group by d.organization_id;
exception when connection_exception or connection_failure then
  return query
    select (r->>'organization_id')::uuid, array_agg((r->>'run_id')::uuid)
    from public.rows_of_reachable_nodes('playbook_runs', format(
      'select organization_id, run_id from %%s
       where claimable_at <= %L and not is_outbound and organization_id <> all (%L)
       order by claimable_at limit %s', p_now, p_suspended, p_limit)) as r
    group by 1;
end $$;

create or replace function claim_playbook_runs(p_now timestamptz, p_until timestamptz, p_limit integer)
  returns table (organization_id uuid, run_id uuid, fence bigint, due_at timestamptz, lifecycle_number text,
    was_claimed boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_suspended constant uuid[] := public.suspended_organizations();
  v_due record;
begin
  for v_due in select * from public.due_playbook_runs(p_now, v_suspended, p_limit) loop
    return query
      select c.* from public.claim_playbook_runs_of(v_due.organization_id, v_due.run_ids, p_now, p_until) as c;
  end loop;
end $$;

create function claim_outbound_playbook_runs_of(
  p_organization_id uuid, p_now timestamptz, p_until timestamptz, p_limit integer, p_of_each integer
) returns table (organization_id uuid, run_id uuid, fence bigint, due_at timestamptz, lifecycle_number text,
    was_claimed boolean)
  language plpgsql volatile as $$
declare
  v_under_way integer;
  v_room integer;
  v_run record;
  v_ids uuid[] := '{}';
  v_claimed_ids uuid[] := '{}';
begin
  select count(*) into v_under_way from public.playbook_runs r
    where r.organization_id = p_organization_id and r.is_outbound and r.claimable_at > p_now
      and r.status = 'running';
  v_room := greatest(0, least(p_limit, p_of_each - v_under_way));
  for v_run in
    select c.run_id, c.is_claimed from public.playbook_runs c
    where c.organization_id = p_organization_id and c.is_outbound and c.claimable_at <= p_now
    order by c.claimable_at limit v_room for update skip locked
  loop
    v_ids := v_ids || v_run.run_id;
    if v_run.is_claimed then
      v_claimed_ids := v_claimed_ids || v_run.run_id;
    end if;
  end loop;
  return query
    update public.playbook_runs r
    set status = 'running', fence = r.fence + 1, claimable_at = p_until, late_at = null, is_claimed = true
    where r.organization_id = p_organization_id and r.run_id = any (v_ids)
    returning r.organization_id, r.run_id, r.fence, r.due_at, r.lifecycle_number, r.run_id = any (v_claimed_ids);
end $$;

create function organizations_with_outbound_runs(p_now timestamptz) returns uuid[]
  language plpgsql volatile as $$
begin
  return (select coalesce(array_agg(d.organization_id order by d.first_at), '{}') from (
    select r.organization_id, min(r.claimable_at) as first_at from public.playbook_runs r
    where r.claimable_at <= p_now and r.is_outbound group by r.organization_id) as d);
exception when connection_exception or connection_failure then
  return (select coalesce(array_agg((r->>'organization_id')::uuid order by r->>'first_at'), '{}')
    from public.rows_of_reachable_nodes('playbook_runs', format(
      'select organization_id, min(claimable_at) as first_at from %%s
       where claimable_at <= %L and is_outbound group by organization_id', p_now)) as r);
end $$;

create or replace function claim_outbound_playbook_runs(
  p_now timestamptz, p_until timestamptz, p_limit integer, p_of_each integer
) returns table (organization_id uuid, run_id uuid, fence bigint, due_at timestamptz, lifecycle_number text,
    was_claimed boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_suspended constant uuid[] := public.suspended_organizations();
  v_concerned uuid[];
  v_organization_id uuid;
  v_left integer := p_limit;
  v_taken integer;
begin
  if public.is_distributed() then
    v_concerned := public.organizations_with_outbound_runs(p_now);
  else
    -- From one organization to the next, using only the index.
    with recursive concerned (organization_id) as (
      (select r.organization_id from public.playbook_runs r
       where r.claimable_at is not null and r.is_outbound
       order by r.organization_id limit 1)
      union all
      select (select r.organization_id from public.playbook_runs r
              where r.claimable_at is not null and r.is_outbound and r.organization_id > h.organization_id
              order by r.organization_id limit 1)
      from concerned h where h.organization_id is not null
    )
    select coalesce(array_agg(h.organization_id order by first.claimable_at), '{}') into v_concerned
    from concerned h
    cross join lateral (
      select r.claimable_at from public.playbook_runs r
      where r.organization_id = h.organization_id and r.is_outbound and r.claimable_at <= p_now
      order by r.claimable_at limit 1) as first;
  end if;
  foreach v_organization_id in array v_concerned loop
    exit when v_left <= 0;
    continue when v_organization_id = any (v_suspended);
    return query
      select c.* from public.claim_outbound_playbook_runs_of(
        v_organization_id, p_now, p_until, v_left, p_of_each) as c;
    get diagnostics v_taken = row_count;
    v_left := v_left - v_taken;
  end loop;
end $$;

-- One organization after the other: each update leads to one node.
create or replace function keep_playbook_runs(
  p_organization_ids uuid[], p_run_ids uuid[], p_fences bigint[], p_until timestamptz
) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_kept record;
begin
  for v_kept in
    select k.organization_id, array_agg(k.run_id) as run_ids, array_agg(k.fence) as fences
    from unnest(p_organization_ids, p_run_ids, p_fences) as k (organization_id, run_id, fence)
    group by k.organization_id order by k.organization_id
  loop
    update public.playbook_runs r set claimable_at = p_until
      where r.organization_id = v_kept.organization_id and r.run_id = any (v_kept.run_ids)
        and r.fence = v_kept.fences[array_position(v_kept.run_ids, r.run_id)]
        and r.status = 'running' and r.claimable_at < p_until;
  end loop;
end $$;

-- Two queries, because a cluster cannot combine the limits of both.
create or replace function late_playbook_runs(p_now timestamptz, p_before timestamptz, p_limit integer)
  returns table (organization_id uuid, run_id uuid)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select r.organization_id, r.run_id from public.playbook_runs r
    where r.claimable_at < p_now and not r.is_outbound and r.due_at < p_before and r.late_at is null
    order by r.claimable_at limit p_limit;
  return query
    select r.organization_id, r.run_id from public.playbook_runs r
    where r.claimable_at < p_now and r.is_outbound and r.due_at < p_before and r.late_at is null
    limit p_limit;
end $$;

revoke execute on function is_distributed, claim_follow_ups_of, claim_playbook_runs_of,
  claim_outbound_playbook_runs_of, due_follow_ups, organizations_with_late_follow_ups, due_playbook_runs,
  organizations_with_outbound_runs from public;

-- ── Triggers on shards ──────────────────────────────────────────────────────────────────────────

-- The table of a trigger without the number of its shard.
create function table_of(p_name name) returns text
  language plpgsql immutable parallel safe as $$
begin
  return regexp_replace(p_name, '_[0-9]{6,}$', '');
end $$;
grant execute on function table_of to throughline_app, throughline_own;

create or replace function refuse_log_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' and public.table_of(tg_table_name) = 'events' and current_setting('app.erasing', true) = 'on'
      and current_user <> 'throughline_app' then
    if (old.organization_id, old.seq, old.event_id, old.type, old.occurred_at, old.lifecycle_number, old.actor)
        is not distinct from
       (new.organization_id, new.seq, new.event_id, new.type, new.occurred_at, new.lifecycle_number, new.actor) then
      return new;
    end if;
  end if;
  raise exception 'events are append-only: % is refused', lower(tg_op)
    using errcode = 'restrict_violation';
end $$;

create or replace function refuse_hard_delete() returns trigger
  language plpgsql as $$
begin
  raise exception '% rows are never deleted; set deleted_at or a status instead', public.table_of(tg_table_name)
    using errcode = 'restrict_violation';
end $$;

create or replace function refuse_erased_customer() returns trigger
  language plpgsql as $$
declare
  v_customer_id constant uuid := case public.table_of(tg_table_name)
    when 'leads' then to_jsonb(new)->>'customer_id' else to_jsonb(new)->>'merged_into' end;
begin
  if current_setting('app.erasing', true) = 'on' and current_user <> 'throughline_app' then
    return new;
  end if;
  perform from public.customers c
    where c.organization_id = new.organization_id and c.customer_id = v_customer_id and c.erasure_id is not null
    for key share;
  if found and tg_op = 'INSERT' then
    -- The erasure began after the probe. A lead is never refused for it.
    new.customer_id := null;
    new.relation := 'new';
  elsif found then
    perform public.raise_person_erased();
  end if;
  return new;
end $$;

-- ── Refusals ────────────────────────────────────────────────────────────────────────────────────

-- Of an error on another node, its state, message, detail and hint arrive, but not its constraint and table. So the hint
-- repeats what the service reads.

create or replace function enforce_quota() returns trigger
  language plpgsql as $$
declare
  v_max integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('quota of ' || tg_argv[0] || ' ' || new.organization_id, 0));
  v_max := public.quota_of(new.organization_id, tg_argv[0]);
  if public.quota_used(new.organization_id, tg_argv[0], new.created_at) > v_max then
    raise exception 'the organization has % %, as many as it can have', v_max, tg_argv[0]
      using errcode = 'check_violation', constraint = 'quota_exceeded', table = tg_argv[0], detail = v_max::text,
        hint = 'quota_exceeded ' || tg_argv[0];
  end if;
  return null;
end $$;

create or replace function enforce_file_quota() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_max integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('quota of file_megabytes ' || new.organization_id, 0));
  v_max := public.quota_of(new.organization_id, 'file_megabytes');
  if public.quota_used(new.organization_id, 'file_megabytes', new.created_at) > v_max then
    raise exception 'the organization has % megabytes of files, as many as it can have', v_max
      using errcode = 'check_violation', constraint = 'quota_exceeded', table = 'file_megabytes', detail = v_max::text,
        hint = 'quota_exceeded file_megabytes';
  end if;
  return null;
end $$;

create or replace function raise_person_erased() returns void
  language plpgsql as $$
begin
  raise exception 'This person was erased, so nothing can be recorded or changed. If the person contacts you again, create a new lead.'
    using errcode = 'TL409', constraint = 'person_erased', hint = 'person_erased';
end $$;

create or replace function place_token() returns trigger
  language plpgsql as $$
declare
  v_parent public.tokens;
begin
  new.ancestor_ids := '{}';
  new.ancestor_user_ids := '{}';
  select * into v_parent from public.tokens t
    where t.organization_id = new.organization_id and t.token_id = new.parent_token_id;
  if not found then
    return new;
  end if;
  new.ancestor_user_ids := case
    when v_parent.user_id is null or v_parent.user_id = any (v_parent.ancestor_user_ids) then v_parent.ancestor_user_ids
    else v_parent.ancestor_user_ids || v_parent.user_id end;
  if v_parent.is_session then
    new.parent_token_id := null;
    return new;
  end if;
  new.ancestor_ids := v_parent.ancestor_ids || v_parent.token_id;

  perform from public.tokens t
    where t.organization_id = new.organization_id and t.token_id = any (new.ancestor_ids)
    order by t.token_id for share;
  -- A statement of its own: it sees what was committed before the locks were granted.
  if exists (
      select from public.tokens t
      where t.organization_id = new.organization_id and t.token_id = any (new.ancestor_ids)
        and (t.revoked_at is not null or t.expires_at <= new.created_at)) then
    raise exception 'the parent of token % is not valid', new.token_id
      using errcode = 'check_violation', constraint = 'tokens_parent_valid',
        hint = 'tokens_parent_valid';
  end if;
  if new.expires_at > v_parent.expires_at or (new.expires_at is null and v_parent.expires_at is not null) then
    raise exception 'token % would be valid longer than its parent', new.token_id
      using errcode = 'check_violation', constraint = 'tokens_within_parent',
        hint = 'tokens_within_parent';
  end if;
  if new.user_id is null and v_parent.user_id is not null then
    raise exception 'token % would act for no user, unlike its parent', new.token_id
      using errcode = 'check_violation', constraint = 'tokens_user_of_parent',
        hint = 'tokens_user_of_parent';
  end if;
  return new;
end $$;

create or replace function refuse_channel_of_demo() returns trigger
  language plpgsql as $$
begin
  if exists (select from public.organizations o where o.organization_id = new.organization_id and o.is_demo) then
    raise exception 'the channels of a demo company cannot be changed'
      using errcode = 'check_violation', constraint = 'demo_sends_nothing',
        hint = 'demo_sends_nothing';
  end if;
  return new;
end $$;

create or replace function check_timers_of_appointment() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_appointment record;
begin
  select a.starts_at, a.ends_at, a.status into v_appointment from public.appointments a
    where a.organization_id = new.organization_id and a.appointment_id = new.appointment_id;
  if exists (
      select from public.follow_ups f
      where f.organization_id = new.organization_id and f.appointment_id = new.appointment_id
        and f.anchor is not null and f.status = 'scheduled' and f.communication_id is null
        and (v_appointment.status = 'canceled' or f.anchored_at <> case f.anchor
          when 'starts_at' then v_appointment.starts_at else v_appointment.ends_at end))
    or exists (
      select from public.playbook_runs r
      where r.organization_id = new.organization_id and r.appointment_id = new.appointment_id
        and r.wait_anchor is not null
        and (v_appointment.status = 'canceled' or r.anchored_at <> case r.wait_anchor
          when 'starts_at' then v_appointment.starts_at else v_appointment.ends_at end)) then
    raise exception 'a timer of the appointment % does not agree with its time', new.appointment_id
      using errcode = 'integrity_constraint_violation', constraint = 'appointment_timers_agree',
        hint = 'appointment_timers_agree';
  end if;
  return null;
end $$;

create or replace function lock_for_restore(p_organization_id uuid) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_seq bigint;
  v_table text;
  v_found boolean;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  select event_seq into strict v_seq from public.organization_counters
    where organization_id = p_organization_id for update;
  foreach v_table in array array['users', 'files', 'teams', 'leads', 'forms', 'imports', 'channels', 'templates',
      'communications', 'opt_outs', 'follow_ups', 'playbook_runs', 'webhook_endpoints'] loop
    execute format('select exists (select from public.%I where organization_id = $1)', v_table)
      into v_found using p_organization_id;
    exit when v_found;
  end loop;
  if not v_found and exists (select from public.playbooks p
      where p.organization_id = p_organization_id and (p.key is null or p.enabled or p.version > 1)) then
    v_table := 'playbooks';
    v_found := true;
  end if;
  if v_found then
    raise exception 'the organization has %', v_table
      using errcode = 'check_violation', constraint = 'organization_not_empty', table = v_table,
        hint = 'organization_not_empty ' || v_table;
  end if;
  return v_seq;
end $$;

-- ── Erasure ─────────────────────────────────────────────────────────────────────────────────────

-- Tasks are on the coordinator, so they are erased by a function of their own, and counted by the step that is next.
drop function erase_tasks(erasures, text, text, integer);
create function erase_queued_tasks(p_organization_id uuid, p_values jsonb) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_pattern constant text := public.values_pattern(p_values);
  v_rows bigint;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  delete from public.atomic_commits where place = 0;
  update pgboss.job j
    set data = public.erased_json(j.data, null, null, v_pattern),
        output = public.erased_json(j.output, null, null, v_pattern),
        source_output = public.erased_json(j.source_output, null, null, v_pattern)
    where j.data->>'organization_id' = p_organization_id::text
      and public.holds_value(concat(j.data::text, j.output::text, j.source_output::text), v_pattern);
  get diagnostics v_rows = row_count;
  return v_rows;
end $$;
grant execute on function erase_queued_tasks to throughline_app;

-- A volatile function cannot be used in an UPDATE there.
create or replace function erase_responses(
  p_erasure public.erasures, p_pattern text, p_position text, p_limit integer
) returns public.erasure_step
  language plpgsql volatile as $$
declare
  -- Not stored, so that the key cannot be guessed from the hash.
  v_salt constant text := gen_random_uuid();
  -- A lifecycle number has only digits and a hyphen.
  v_about text := concat_ws('|', p_pattern, (
    select string_agg('"' || number || '"', '|') from unnest(p_erasure.lifecycle_numbers) as number));
  v_after jsonb := p_position::jsonb;
  v_routes text[];
  v_keys text[];
  v_rows bigint;
begin
  select array_agg(found.route order by found.route, found.idempotency_key),
         array_agg(found.idempotency_key order by found.route, found.idempotency_key)
    into v_routes, v_keys from (
    select k.route, k.idempotency_key from public.idempotency_keys k
    where k.organization_id = p_erasure.organization_id
      and (p_position is null or (k.route, k.idempotency_key) > (v_after->>0, v_after->>1))
    order by k.route, k.idempotency_key limit p_limit) as found;
  update public.idempotency_keys k
    set request_hash = '\x00',
        response = public.erased_json(k.response, null, public.harmless_fields(''), p_pattern),
        idempotency_key = case when public.holds_value(k.idempotency_key, p_pattern)
                               then 'erased ' || md5(v_salt || k.idempotency_key) else k.idempotency_key end
    from unnest(v_routes, v_keys) as found (route, key)
    where k.organization_id = p_erasure.organization_id and k.route = found.route and k.idempotency_key = found.key
      and (public.holds_value(k.response::text, v_about) or public.holds_value(k.idempotency_key, p_pattern));
  get diagnostics v_rows = row_count;
  return (v_rows, case when v_keys[p_limit] is not null
    then jsonb_build_array(v_routes[p_limit], v_keys[p_limit])::text end)::public.erasure_step;
end $$;

drop function erase_person(uuid, uuid, timestamptz, jsonb, integer);
create function erase_person(
  p_organization_id uuid, p_erasure_id uuid, p_now timestamptz, p_event jsonb, p_limit integer,
  p_erased_tasks bigint default 0
) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_phases constant text[] := array['contacts', 'jobs', 'appointments', 'invoices', 'communications', 'follow_ups',
    'playbook_runs', 'opt_outs', 'events', 'other_events', 'responses', 'imports', 'tasks', 'contact_keys'];
  v_erasure public.erasures;
  v_values text;
  v_contacts text;
  v_step public.erasure_step;
  v_next text;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  select * into strict v_erasure from public.erasures e
    where e.organization_id = p_organization_id and e.erasure_id = p_erasure_id for no key update;
  if v_erasure.status = 'completed' or v_erasure.search is null then
    return v_erasure.phase;
  end if;
  v_values := public.values_pattern(v_erasure.search->'values');
  v_contacts := public.values_pattern(v_erasure.search->'contacts');
  perform set_config('app.erasing', 'on', true);
  case v_erasure.phase
    when 'contacts' then v_step := public.erase_contacts(v_erasure, v_values, v_erasure.position, p_limit);
    when 'jobs' then v_step := public.erase_jobs(v_erasure, v_values, v_erasure.position, p_limit);
    when 'appointments' then v_step := public.erase_appointments(v_erasure, v_values, v_erasure.position, p_limit);
    when 'invoices' then v_step := public.erase_invoices(v_erasure, v_values, v_erasure.position, p_limit);
    when 'communications' then
      v_step := public.erase_communications(v_erasure, v_contacts, v_erasure.position, p_limit);
    when 'follow_ups' then v_step := public.erase_follow_ups(v_erasure, v_values, v_erasure.position, p_limit);
    when 'playbook_runs' then v_step := public.erase_playbook_runs(v_erasure, v_values, v_erasure.position, p_limit);
    when 'opt_outs' then v_step := public.erase_opt_outs(v_erasure, v_values, v_erasure.position, p_limit);
    when 'events' then v_step := public.erase_events(v_erasure, v_values, v_erasure.position, p_limit);
    when 'other_events' then v_step := public.erase_other_events(v_erasure, v_contacts, v_erasure.position, p_limit);
    when 'responses' then v_step := public.erase_responses(v_erasure, v_contacts, v_erasure.position, p_limit);
    when 'imports' then v_step := public.erase_imports(v_erasure, v_contacts, v_erasure.position, p_limit);
    when 'tasks' then v_step := (p_erased_tasks, null)::public.erasure_step;
    when 'contact_keys' then v_step := public.erase_contact_keys(v_erasure, v_values, v_erasure.position, p_limit);
  end case;
  perform set_config('app.erasing', '', true);

  v_erasure.counts := v_erasure.counts || jsonb_build_object(v_erasure.phase,
    coalesce((v_erasure.counts->>v_erasure.phase)::bigint, 0) + v_step.rows);
  v_next := case when v_step.position is null
    then coalesce(v_phases[array_position(v_phases, v_erasure.phase) + 1], 'completed') else v_erasure.phase end;
  update public.erasures e
    set phase = v_next, position = v_step.position, counts = v_erasure.counts, updated_at = p_now,
        status = case when v_next = 'completed' then 'completed' else 'running' end,
        search = case when v_next = 'completed' then null else e.search end,
        completed_at = case when v_next = 'completed' then p_now end
    where e.organization_id = p_organization_id and e.erasure_id = p_erasure_id;
  if v_next = 'completed' then
    perform public.append_events(p_organization_id, p_now, jsonb_build_array(v_erasure.requested_by),
      jsonb_build_array(p_event || jsonb_build_object(
        'type', 'person.erased', 'actor', 0, 'lifecycle_number', v_erasure.lifecycle_numbers[1],
        'data', (p_event->'data') || jsonb_build_object(
          'status', 'completed', 'completed_at', p_event->'at', 'updated_at', p_event->'at',
          'counts', v_erasure.counts))));
  end if;
  return v_next;
end $$;
grant execute on function erase_person to throughline_app;
