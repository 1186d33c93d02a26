-- Sources: addresses that marketplaces, advertising, call tracking and other systems send leads to, and everything that
-- arrived there. See decision 84. No foreign keys: on a cluster the tables are distributed after the migration.
create table sources (
  organization_id uuid not null,
  source_id       uuid not null,
  source_key      text not null,
  name            text not null,
  kind            text not null check (kind in ('angi', 'thumbtack', 'google_lead_form', 'google_local_services', 'facebook',
                    'callrail', 'json', 'form', 'email')),
  -- Of its leads.
  source          text not null,
  default_service text,
  -- Of JSON and forms: target field to JSON Pointer or template; empty for the usual names.
  mapping         jsonb not null,
  -- How requests are checked, without the secrets: { header, query, username }.
  verification    jsonb not null,
  sealed_secret   bytea,
  active          boolean not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, source_id)
);
select guard_tenant_table('sources');
grant select, insert, update on sources to throughline_app;

-- Finds the organization of a source key, like form_directory. On Citus this is a reference table.
create table source_directory (
  organization_id uuid not null,
  source_id       uuid not null,
  source_key      text not null,
  primary key (organization_id, source_id)
);
create unique index source_directory_key on source_directory (source_key) include (organization_id, source_id);
select guard_tenant_table('source_directory');
create policy presented on source_directory for select
  using (source_key = nullif(current_setting('app.source_key', true), ''));
grant select, insert on source_directory to throughline_app;

-- The source of a key, active or not, with its organization's settings for new leads; empty for an unknown key. It works
-- like find_form.
create function find_source(p_source_key text) returns table (
    organization_id uuid, source_id uuid, source_key text, name text, kind text, source text, default_service text,
    mapping jsonb, verification jsonb, sealed_secret bytea, active boolean, created_at timestamptz, updated_at timestamptz,
    country text, qualification_policy text)
  language plpgsql volatile as $$
declare
  v_place record;
begin
  perform set_config('app.source_key', p_source_key, true);
  select d.organization_id, d.source_id into v_place
    from public.source_directory d where d.source_key = p_source_key;
  if not found then
    return;
  end if;
  perform set_config('app.organization_id', v_place.organization_id::text, true);
  return query
    select s.organization_id, s.source_id, s.source_key, s.name, s.kind, s.source, s.default_service, s.mapping,
           s.verification, s.sealed_secret, s.active, s.created_at, s.updated_at, o.country, o.qualification_policy
    from public.sources s
    join public.organizations o on o.organization_id = s.organization_id
    where s.organization_id = v_place.organization_id and s.source_id = v_place.source_id;
end $$;
grant execute on function find_source to throughline_app;

-- ── Receipts ────────────────────────────────────────────────────────────────────────────────────

-- Everything that a source sent, with what became of it. What could not become a lead is in quarantine.
create table source_receipts (
  organization_id uuid not null,
  receipt_id      uuid not null,
  source_id       uuid not null,
  -- The maker's own id of what it sent, else a hash of it and the day.
  delivery_key    text not null,
  content_type    text not null,
  -- As it arrived, the first 256 KiB; null after it has expired or was erased, and for what is no lead.
  payload         bytea,
  -- How long it was.
  payload_bytes   integer not null,
  -- The fields of a lead that were read in it.
  fields          jsonb not null,
  outcome         text not null check (outcome in ('pending', 'captured', 'quarantined', 'released', 'discarded', 'ignored')),
  -- Why it is in quarantine or was ignored: a code, and a sentence.
  reason          text,
  detail          text,
  discard_reason  text,
  lead_id         uuid,
  -- How often it arrived.
  deliveries      integer not null,
  received_at     timestamptz not null,
  settled_at      timestamptz,
  primary key (organization_id, receipt_id),
  constraint source_receipt_of_a_lead check ((lead_id is not null) = (outcome in ('captured', 'released'))),
  constraint source_receipt_for_a_reason check (reason is not null or outcome in ('pending', 'captured'))
);
create unique index source_receipts_once on source_receipts (organization_id, source_id, delivery_key);
create index source_receipts_by_source on source_receipts (organization_id, source_id, receipt_id);
create index source_receipts_quarantined on source_receipts (organization_id, receipt_id) where outcome = 'quarantined';
create index source_receipts_by_lead on source_receipts (organization_id, lead_id) where lead_id is not null;
-- What an erasure has to search.
create index source_receipts_of_no_lead on source_receipts (organization_id, receipt_id)
  where lead_id is null and outcome <> 'ignored';
select guard_tenant_table('source_receipts');
grant select, insert, update on source_receipts to throughline_app;

-- What arrived is a fact: only what became of it changes, or its values go.
create function keep_receipt() returns trigger
  language plpgsql as $$
begin
  if (new.source_id, new.payload_bytes, new.received_at) is distinct from (old.source_id, old.payload_bytes, old.received_at)
      or (old.outcome in ('captured', 'released', 'discarded', 'ignored') and new.outcome <> old.outcome)
      or (old.lead_id is not null and new.lead_id is distinct from old.lead_id)
      or ((new.payload is not null and new.payload is distinct from old.payload)) then
    raise exception 'a receipt does not change' using errcode = 'restrict_violation', constraint = 'source_receipt_immutable';
  end if;
  return new;
end $$;
create trigger source_receipts_immutable before update on source_receipts
  for each row execute function keep_receipt();

-- Stores what arrived, once: the same again is counted, and its first outcome is returned. The lock makes a repetition wait
-- for the first, also around midnight, when the hash has another day (p_earlier_key).
create function begin_receipt(
  p_organization_id uuid, p_receipt_id uuid, p_source_id uuid, p_delivery_key text, p_earlier_key text, p_lock text,
  p_content_type text, p_payload bytea, p_payload_bytes integer, p_fields jsonb, p_received_at timestamptz
) returns table (is_new boolean, receipt_id uuid, outcome text)
  language plpgsql volatile set plan_cache_mode = 'force_generic_plan' as $$
#variable_conflict use_column
declare
  v_found uuid;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_organization_id::text || p_source_id::text || p_lock, 0));
  select r.receipt_id into v_found from public.source_receipts r
    where r.organization_id = p_organization_id and r.source_id = p_source_id and r.delivery_key = p_delivery_key;
  if v_found is null and p_earlier_key is not null then
    select r.receipt_id into v_found from public.source_receipts r
      where r.organization_id = p_organization_id and r.source_id = p_source_id and r.delivery_key = p_earlier_key
        and r.received_at > p_received_at - interval '24 hours';
  end if;
  if v_found is not null then
    return query
      update public.source_receipts r set deliveries = r.deliveries + 1
        where r.organization_id = p_organization_id and r.receipt_id = v_found
        returning false, r.receipt_id, r.outcome;
    return;
  end if;
  return query
    insert into public.source_receipts (organization_id, receipt_id, source_id, delivery_key, content_type, payload,
        payload_bytes, fields, outcome, deliveries, received_at)
      values (p_organization_id, p_receipt_id, p_source_id, p_delivery_key, p_content_type, p_payload,
        p_payload_bytes, p_fields, 'pending', 1, p_received_at)
      returning true, source_receipts.receipt_id, source_receipts.outcome;
end $$;
grant execute on function begin_receipt to throughline_app;

-- ── Quotas and keys ─────────────────────────────────────────────────────────────────────────────

-- As before, with the sources.
create or replace function quota_of(p_organization_id uuid, p_resource text) returns integer
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return coalesce(
    (select q.max from public.organization_quotas q
     where q.organization_id = p_organization_id and q.resource = p_resource),
    case p_resource
      when 'channels' then 50
      when 'file_megabytes' then 20000
      when 'forms' then 200
      when 'playbooks' then 500
      when 'sources' then 200
      when 'templates' then 1000
      when 'tokens' then 1000
      when 'users' then 2000
      when 'webhook_endpoints' then 50
    end);
end $$;

create or replace function quota_used(p_organization_id uuid, p_resource text, p_now timestamptz) returns bigint
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return case p_resource
    when 'channels' then
      (select count(*) from public.channels c where c.organization_id = p_organization_id)
    when 'file_megabytes' then
      (select ceil(coalesce(sum(f.size_bytes), 0) / 1000000) from public.files f
       where f.organization_id = p_organization_id and f.status = 'stored')
    when 'forms' then
      (select count(*) from public.forms f where f.organization_id = p_organization_id)
    when 'playbooks' then
      (select count(*) from public.playbooks p where p.organization_id = p_organization_id and p.key is null)
    when 'sources' then
      (select count(*) from public.sources s where s.organization_id = p_organization_id)
    when 'templates' then
      (select count(*) from public.templates t where t.organization_id = p_organization_id)
    when 'tokens' then
      (select count(*) from public.tokens t
       where t.organization_id = p_organization_id and t.revoked_at is null
         and (t.expires_at > p_now or t.expires_at is null))
    when 'users' then
      (select count(*) from public.users u where u.organization_id = p_organization_id)
    when 'webhook_endpoints' then
      (select count(*) from public.webhook_endpoints e
       where e.organization_id = p_organization_id and e.deleted_at is null)
  end;
end $$;

create trigger sources_quota after insert on sources
  for each row execute function enforce_quota('sources');

create or replace function organizations_with_other_keys(p_key_names bytea[]) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select distinct stored.organization_id
    from (
      select c.organization_id, c.sealed_secret from public.channels c
      union all
      select e.organization_id, e.sealed_secret from public.webhook_endpoints e
      union all
      select e.organization_id, e.sealed_previous_secret from public.webhook_endpoints e
      union all
      select p.organization_id, p.sealed_secret from public.playbook_signing_secrets p
      union all
      select p.organization_id, p.sealed_previous_secret from public.playbook_signing_secrets p
      union all
      select s.organization_id, s.sealed_value from public.secrets s
      union all
      select k.organization_id, k.sealed_secret from public.erasure_keys k
      union all
      select s.organization_id, s.sealed_secret from public.sources s
    ) as stored (organization_id, sealed)
    where stored.sealed is not null and substr(stored.sealed, 1, 5) <> all (p_key_names)
    order by stored.organization_id;
end $$;

-- ── Privacy ─────────────────────────────────────────────────────────────────────────────────────

-- Those of the person's leads, and those of no lead that name a phone number or mailbox of the person: in what was read, or
-- in what arrived.
create function erase_receipts(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
  v_held uuid[];
  v_rows bigint;
  v_own bigint := 0;
begin
  if p_position is null then
    update public.source_receipts r
      set payload = null, fields = '{}', delivery_key = 'erased ' || r.receipt_id,
          detail = case when r.detail is not null then '[erased]' end,
          discard_reason = case when r.discard_reason is not null then '[erased]' end
      where r.organization_id = p_erasure.organization_id and r.lead_id = any (p_erasure.lead_ids);
    get diagnostics v_own = row_count;
  end if;
  select array_agg(found.receipt_id order by found.receipt_id),
         array_agg(found.receipt_id) filter (where public.holds_value(found.text, p_pattern))
    into v_ids, v_held from (
    select r.receipt_id, concat_ws(' ', r.fields::text, encode(r.payload, 'escape'), r.delivery_key, r.discard_reason) as text
    from public.source_receipts r
    where r.organization_id = p_erasure.organization_id and r.lead_id is null and r.outcome <> 'ignored'
      and (p_position is null or r.receipt_id > p_position::uuid)
    order by r.receipt_id limit p_limit) as found;
  update public.source_receipts r
    set payload = null, fields = '{}', delivery_key = 'erased ' || r.receipt_id,
        detail = case when r.detail is not null then '[erased]' end,
        discard_reason = case when r.discard_reason is not null then '[erased]' end
    where r.organization_id = p_erasure.organization_id and r.receipt_id = any (v_held);
  get diagnostics v_rows = row_count;
  return (v_own + v_rows, v_ids[p_limit]::text)::public.erasure_step;
end $$;

create function expire_receipts(p_organization_id uuid, p_position text, p_before timestamptz, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
  v_rows bigint;
begin
  select array_agg(old.receipt_id order by old.receipt_id) into v_ids from (
    select found.receipt_id, bool_and(found.is_old) over (order by found.receipt_id) as is_old from (
      select r.receipt_id, r.received_at < p_before as is_old
      from public.source_receipts r
      where r.organization_id = p_organization_id and (p_position is null or r.receipt_id > p_position::uuid)
      order by r.receipt_id limit p_limit) as found
  ) as old where old.is_old;
  update public.source_receipts r set payload = null, fields = '{}'
    where r.organization_id = p_organization_id and r.receipt_id = any (v_ids)
      and (r.payload is not null or r.fields <> '{}');
  get diagnostics v_rows = row_count;
  return (v_rows, v_ids[cardinality(v_ids)]::text)::public.erasure_step;
end $$;

-- As before, with the receipts.
create or replace function apply_retention(p_organization_id uuid, p_scan text, p_before timestamptz, p_limit integer)
  returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_settings public.retention_settings;
  v_position text;
  v_step public.erasure_step;
  v_kind constant text := regexp_replace(p_scan, '_(events|receipts)$', '');
  v_channels constant text[] :=
    case v_kind when 'transcripts' then array['call', 'chat'] else array['sms', 'email', 'note'] end;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  select * into v_settings from public.retention_settings s
    where s.organization_id = p_organization_id for no key update;
  if not found then
    return false;
  end if;
  v_position := v_settings.positions->>p_scan;
  perform set_config('app.erasing', 'on', true);
  case p_scan
    when 'transcripts', 'messages' then
      v_step := public.expire_communications(p_organization_id, v_position, p_before, v_channels, p_limit);
    when 'transcripts_events', 'messages_events' then
      v_step := public.expire_communication_events(p_organization_id, v_position, p_before, v_channels, p_limit);
    when 'deliveries' then
      v_step := public.expire_deliveries(p_organization_id, v_position, p_before, p_limit);
    when 'raw_payloads' then
      v_step := public.expire_import_errors(p_organization_id, v_position, p_before, p_limit);
    when 'raw_payloads_receipts' then
      v_step := public.expire_receipts(p_organization_id, v_position, p_before, p_limit);
  end case;
  perform set_config('app.erasing', '', true);
  if v_step.position is null then
    return false;
  end if;
  update public.retention_settings s
    set positions = s.positions || jsonb_build_object(p_scan, v_step.position),
        replaced = s.replaced || jsonb_build_object(v_kind,
          coalesce((s.replaced->>v_kind)::bigint, 0) + v_step.rows)
    where s.organization_id = p_organization_id;
  return true;
end $$;

create or replace function erase_person(
  p_organization_id uuid, p_erasure_id uuid, p_now timestamptz, p_event jsonb, p_limit integer,
  p_erased_tasks bigint default 0
) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_phases constant text[] := array['contacts', 'jobs', 'appointments', 'invoices', 'communications', 'follow_ups',
    'playbook_runs', 'opt_outs', 'events', 'other_events', 'responses', 'imports', 'receipts', 'tasks', 'contact_keys'];
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
    when 'receipts' then v_step := public.erase_receipts(v_erasure, v_contacts, v_erasure.position, p_limit);
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
