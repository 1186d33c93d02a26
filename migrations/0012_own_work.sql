-- Own work: what a user with `own` scopes, such as a technician, can see and change.
--
-- Such a request runs as the role throughline_own, which exists before this file runs (migrate.ts creates it). The
-- service switches to it with `set local role` in the message that begins the transaction, together with the tenant
-- and the user (`app.user_id`). The policies below are restrictive and only for that role: they apply in addition to
-- the policy on the tenant, and other transactions do not evaluate them.
--
-- Own are the appointments assigned to the user; the jobs of these appointments and the jobs assigned to the user;
-- and the lifecycle numbers of all of these and of the leads assigned to the user.

grant usage on schema public to throughline_own;

-- Everything that own_lifecycle_numbers() and own_job_ids() need of appointments is in this index.
create index appointments_own on appointments (organization_id, assigned_to, lifecycle_number, job_id)
  where assigned_to is not null;

-- A policy calls these functions for each row that it cannot find by an index, so their result is stored for the rest of
-- the statement: in a setting, together with the snapshot that it was read in. The next statement has another snapshot
-- if anything was committed in between. The high cost makes the planner find rows by the result, through an index,
-- where it can: then the function runs once.

create function own_lifecycle_numbers(p_organization_id uuid) returns text[]
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp cost 100000 as $$
declare
  v_snapshot constant text := pg_current_snapshot()::text;
  v_user_id constant uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  v_numbers text[];
  v_more text[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  if current_setting('app.own_lifecycle_numbers_in', true) = v_snapshot then
    return current_setting('app.own_lifecycle_numbers')::text[];
  end if;

  select coalesce(array_agg(own.lifecycle_number), '{}') into v_numbers from (
    select a.lifecycle_number from public.appointments a
      where a.organization_id = p_organization_id and a.assigned_to = v_user_id
    union
    select j.lifecycle_number from public.jobs j
      where j.organization_id = p_organization_id and j.assigned_to = v_user_id
    union
    select l.lifecycle_number from public.leads l
      where l.organization_id = p_organization_id and l.assigned_to = v_user_id
  ) as own;
  -- A merged lead is represented by the lead it was merged into, whose contact details count.
  loop
    select array_agg(into_lead.lifecycle_number) into v_more
      from public.leads l
      join public.leads into_lead
        on into_lead.organization_id = p_organization_id and into_lead.lead_id = l.merged_into
      where l.organization_id = p_organization_id and l.merged_into is not null
        and l.lifecycle_number = any (v_numbers) and into_lead.lifecycle_number <> all (v_numbers);
    exit when v_more is null;
    v_numbers := v_numbers || v_more;
  end loop;

  perform set_config('app.own_lifecycle_numbers', v_numbers::text, true);
  perform set_config('app.own_lifecycle_numbers_in', v_snapshot, true);
  return v_numbers;
end $$;

create function own_job_ids(p_organization_id uuid) returns uuid[]
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp cost 100000 as $$
declare
  v_snapshot constant text := pg_current_snapshot()::text;
  v_user_id constant uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  v_job_ids uuid[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  if current_setting('app.own_job_ids_in', true) = v_snapshot then
    return current_setting('app.own_job_ids')::uuid[];
  end if;

  select coalesce(array_agg(own.job_id), '{}') into v_job_ids from (
    select a.job_id from public.appointments a
      where a.organization_id = p_organization_id and a.assigned_to = v_user_id and a.job_id is not null
    union
    select j.job_id from public.jobs j
      where j.organization_id = p_organization_id and j.assigned_to = v_user_id
  ) as own;

  perform set_config('app.own_job_ids', v_job_ids::text, true);
  perform set_config('app.own_job_ids_in', v_snapshot, true);
  return v_job_ids;
end $$;

-- Runs as the caller: the policy of the invoices decides.
create function sees_invoice(p_organization_id uuid, p_invoice_id uuid) returns boolean
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return exists (
    select from public.invoices where organization_id = p_organization_id and invoice_id = p_invoice_id);
end $$;

grant execute on function own_lifecycle_numbers, own_job_ids, sees_invoice to throughline_own;

-- ── Policies ────────────────────────────────────────────────────────────────────────────────────

-- Replaces $user, $lifecycles and $jobs in the condition. Like the policy on the tenant, a condition is a plain
-- expression.
create function limit_to_own(p_table text, p_commands text, p_condition text) returns void
  language plpgsql volatile as $$
declare
  v_tenant constant text := 'nullif(current_setting(''app.organization_id'', true), '''')::uuid';
  v_condition text := p_condition;
begin
  v_condition := replace(v_condition, '$user', 'nullif(current_setting(''app.user_id'', true), '''')::uuid');
  v_condition := replace(v_condition, '$lifecycles', format('(public.own_lifecycle_numbers(%s))', v_tenant));
  v_condition := replace(v_condition, '$jobs', format('(public.own_job_ids(%s))', v_tenant));
  execute format('create policy %I on public.%I as restrictive for %s to throughline_own %s (%s)',
    'own_' || p_commands, p_table, p_commands,
    case p_commands when 'insert' then 'with check' else 'using' end, v_condition);
end $$;

-- The check also applies to the row after a change, so an appointment cannot be passed on to another user.
select limit_to_own('appointments', 'all', 'assigned_to = $user');
select limit_to_own('appointments', 'insert',
  'lifecycle_number = any $lifecycles and (job_id is null or job_id = any $jobs)');

select limit_to_own('jobs', 'all', 'job_id = any $jobs');
select limit_to_own('job_checklist_items', 'all', 'job_id = any $jobs');
select limit_to_own('job_notes', 'all', 'job_id = any $jobs');
select limit_to_own('job_attachments', 'all', 'job_id = any $jobs');
select limit_to_own('warranty_claims', 'all', 'job_id = any $jobs');
select limit_to_own('invoices', 'all', 'job_id = any $jobs');
select limit_to_own('invoice_payments', 'all', 'public.sees_invoice(organization_id, invoice_id)');

select limit_to_own('leads', 'all', 'lifecycle_number = any $lifecycles');
select limit_to_own('customers', 'all', 'lifecycle_number = any $lifecycles');
select limit_to_own('communications', 'all', 'lifecycle_number = any $lifecycles');

-- Tasks of the user, and those of their contacts that no one else has.
select limit_to_own('follow_ups', 'all',
  'assigned_to = $user or assigned_to is null and lifecycle_number = any $lifecycles');
select limit_to_own('follow_ups', 'insert', 'lifecycle_number = any $lifecycles and (job_id is null or job_id = any $jobs)');

-- The history of a contact. Events of appointments, jobs, invoices and follow-ups may be about other users' work.
select limit_to_own('events', 'select',
  'lifecycle_number = any $lifecycles and split_part(type, ''.'', 1) in (''lead'', ''customer'', ''communication'')');
select limit_to_own('playbook_runs', 'select', 'false');

-- A policy cannot compare a row with the row before the change.
create function refuse_passing_on() returns trigger
  language plpgsql as $$
begin
  raise exception 'own work cannot be passed on to another user'
    using errcode = 'insufficient_privilege';
end $$;
create trigger jobs_not_passed_on before update on jobs
  for each row when (old.assigned_to is distinct from new.assigned_to and current_user = 'throughline_own')
  execute function refuse_passing_on();

-- ── What the role needs ─────────────────────────────────────────────────────────────────────────

-- Of the whole organization: settings and colleagues, and what a message or a search needs.
grant select on organizations, organization_counters, users, teams, team_members, time_off, templates, channels,
  contact_keys to throughline_own;

grant select, insert, update on appointments, job_checklist_items, invoices, communications, follow_ups
  to throughline_own;
grant select, insert on job_notes, job_attachments, invoice_payments, idempotency_keys, event_cursors
  to throughline_own;
-- Leads and jobs are locked, which needs the privilege to update.
grant select, update on leads, jobs to throughline_own;
grant select on customers, warranty_claims, events, playbook_runs to throughline_own;
grant insert on unsubscribe_keys, follow_up_paces to throughline_own;

grant execute on function is_tenant, refuse_tenant, assign_number, assigned_numbers, enqueue_task, append_events,
  next_invoice_number, sum_of_lines, insert_invoice, standing_lead to throughline_own;

-- The seq of a follow-up's own event, which the role cannot read.
create function set_follow_up_made_seq(p_organization_id uuid, p_follow_up_id uuid, p_event_id uuid) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.follow_ups f set made_seq = e.seq
    from public.events e
    where f.organization_id = p_organization_id and f.follow_up_id = p_follow_up_id
      and e.organization_id = p_organization_id and e.event_id = p_event_id
      and e.type = 'follow_up.created';
end $$;
grant execute on function set_follow_up_made_seq to throughline_app, throughline_own;
