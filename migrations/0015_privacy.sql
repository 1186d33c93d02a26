-- Privacy: a person can be erased, and values expire. Rows, ids, numbers, sums, seqs, kinds and times stay; only values
-- are replaced. erase_person() and apply_retention() are the only functions that may change the event log, sent
-- invoices and payments, and only in the ways that the triggers below allow.

-- ── Erasures ────────────────────────────────────────────────────────────────────────────────────

-- One row per erased person. The work is done in steps; each moves `phase` and `position` in its own transaction.
create table erasures (
  organization_id   uuid not null references organizations,
  erasure_id        uuid not null,
  status            text not null check (status in ('running', 'completed')),
  -- The person: every lead and customer, and all lifecycle numbers.
  lead_ids          uuid[] not null check (cardinality(lead_ids) > 0),
  customer_ids      uuid[] not null,
  lifecycle_numbers text[] not null,
  requested_by      jsonb not null,
  phase             text not null,
  position          text,
  -- { values, contacts, addresses: [{ channel, address, hash }] }: what is searched for. Null before and after the work.
  search            jsonb,
  -- How many rows were changed, by kind.
  counts            jsonb not null default '{}',
  completed_at      timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (organization_id, erasure_id),
  constraint erasure_completed_at_a_time check ((status = 'completed') = (completed_at is not null)),
  constraint erasure_forgets_values check (status = 'running' or search is null)
);
select guard_tenant_table('erasures');
grant select, insert, update on erasures to throughline_app;

-- The key of the hashes that stand for the addresses of erased people who opted out. It is sealed with a key that is
-- not in the database, so a copy of the database does not reveal the addresses.
create table erasure_keys (
  organization_id uuid primary key references organizations,
  sealed_secret   bytea not null,
  created_at      timestamptz not null
);
select guard_tenant_table('erasure_keys');
grant select, insert, update on erasure_keys to throughline_app;

-- With the table above.
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
    ) as stored (organization_id, sealed)
    where stored.sealed is not null and substr(stored.sealed, 1, 5) <> all (p_key_names)
    order by stored.organization_id;
end $$;

-- Set as soon as an erasure is requested: from then on the person gets no new records.
alter table leads add column erasure_id uuid;
alter table leads add foreign key (organization_id, erasure_id) references erasures;
alter table customers add column erasure_id uuid;
alter table customers add foreign key (organization_id, erasure_id) references erasures;

-- The duplicates of a lead are found from both ends.
create index leads_duplicates on leads (organization_id, duplicate_of) where duplicate_of is not null;
-- Events and replayed deliveries that no index of a lifecycle finds.
create index events_without_lifecycle on events (organization_id, seq) where lifecycle_number is null;
create index webhook_deliveries_replayed_by_seq on webhook_deliveries (organization_id, event_seq)
  where replay_id is not null;
-- Whether its event was erased. An attempt that was under way ends later: then what the receiver said is not stored.
alter table webhook_deliveries add column erased boolean not null default false;
create or replace function record_webhook_outcomes(
  p_organization_id uuid, p_endpoint_ids uuid[], p_delivery_ids uuid[], p_attempts integer[], p_statuses text[],
  p_attempt_records text[], p_next_attempts_at timestamptz[], p_settled_at timestamptz[]
) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.webhook_deliveries d
  set status = o.status, next_attempt_at = o.next_attempt_at, settled_at = o.settled_at,
      attempts = d.attempts || case when d.erased then o.attempt::jsonb || '{"response": null}' else o.attempt::jsonb end
  from unnest(p_endpoint_ids, p_delivery_ids, p_attempts, p_statuses, p_attempt_records, p_next_attempts_at,
              p_settled_at)
    as o (webhook_endpoint_id, delivery_id, attempts, status, attempt, next_attempt_at, settled_at)
  where d.organization_id = p_organization_id and d.webhook_endpoint_id = o.webhook_endpoint_id
    and d.delivery_id = o.delivery_id and d.status = 'pending'
    and (o.status = 'delivered' or jsonb_array_length(d.attempts) = o.attempts);
end $$;

-- Every lead of the same person: merged ones, and certain duplicates, which are safe to merge without review. Two
-- leads whose merge a user has undone are different people.
create function leads_of_person(p_organization_id uuid, p_lead_id uuid) returns uuid[]
  language plpgsql stable as $$
declare
  v_ids uuid[] := array[p_lead_id];
  v_more uuid[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  loop
    select array_agg(distinct found.lead_id) into v_more from (
      select unnest(v_ids) as lead_id
      union
      select l.merged_into from public.leads l
        where l.organization_id = p_organization_id and l.lead_id = any (v_ids)
      union
      select l.lead_id from public.leads l
        where l.organization_id = p_organization_id and l.merged_into = any (v_ids)
      union
      select pair.lead_id from (
        select l.lead_id as of_id, l.duplicate_of as lead_id, l.duplicate_match from public.leads l
          where l.organization_id = p_organization_id and l.lead_id = any (v_ids)
        union all
        select l.duplicate_of, l.lead_id, l.duplicate_match from public.leads l
          where l.organization_id = p_organization_id and l.duplicate_of = any (v_ids)
      ) as pair
      where pair.duplicate_match->>'confidence' = 'certain'
        and not exists (
          select from public.lead_merges m
          where m.organization_id = p_organization_id and m.unmerged_at is not null
            and (m.lead_id, m.into_lead_id) in ((pair.of_id, pair.lead_id), (pair.lead_id, pair.of_id)))
    ) as found
    where found.lead_id is not null;
    exit when cardinality(v_more) = cardinality(v_ids);
    v_ids := v_more;
  end loop;
  return v_ids;
end $$;
-- A pair of leads has few merges; it is looked up by the lead that was merged.
create index lead_merges_undone on lead_merges (organization_id, lead_id) where unmerged_at is not null;
grant execute on function leads_of_person to throughline_app;

-- ── An erased person gets no new records ────────────────────────────────────────────────────────

-- The errcode means that the message is meant for the caller, and the constraint is the code of the problem.
create function raise_person_erased() returns void
  language plpgsql as $$
begin
  raise exception 'This person was erased, so nothing can be recorded or changed. If the person contacts you again, create a new lead.'
    using errcode = 'TL409', constraint = 'person_erased';
end $$;
grant execute on function raise_person_erased to throughline_app;

create function refuse_erased_person() returns trigger
  language plpgsql as $$
begin
  perform public.raise_person_erased();
  return new;
end $$;

-- Waits for an erasure that is being requested: for update in the request conflicts with for key share here.
create function refuse_record_of_erased_person() returns trigger
  language plpgsql as $$
declare
  v_erasure_id uuid;
begin
  if current_setting('app.erasing', true) = 'on' and current_user <> 'throughline_app' then
    return new;
  end if;
  select l.erasure_id into v_erasure_id from public.leads l
    where l.organization_id = new.organization_id and l.lifecycle_number = new.lifecycle_number
    for key share;
  if v_erasure_id is not null then
    perform public.raise_person_erased();
  end if;
  return new;
end $$;

create function refuse_item_of_erased_person() returns trigger
  language plpgsql as $$
begin
  perform from public.jobs j
    join public.leads l on l.organization_id = j.organization_id and l.lifecycle_number = j.lifecycle_number
    where j.organization_id = new.organization_id and j.job_id = new.job_id and l.erasure_id is not null;
  if found then
    perform public.raise_person_erased();
  end if;
  return new;
end $$;

create function refuse_merge_of_erased_person() returns trigger
  language plpgsql as $$
begin
  perform from public.leads l
    where l.organization_id = new.organization_id and l.lead_id in (new.lead_id, new.into_lead_id)
      and l.erasure_id is not null;
  if found then
    perform public.raise_person_erased();
  end if;
  return new;
end $$;

-- An event of an erased person starts no playbook. It does not fail either: the follower of the log would stop there.
create function skip_run_of_erased_person() returns trigger
  language plpgsql as $$
begin
  perform from public.leads l
    where l.organization_id = new.organization_id and l.lifecycle_number = new.lifecycle_number
      and l.erasure_id is not null
    for key share;
  return case when found then null else new end;
end $$;

create trigger appointments_person_not_erased before insert on appointments
  for each row execute function refuse_record_of_erased_person();
create trigger jobs_person_not_erased before insert on jobs
  for each row execute function refuse_record_of_erased_person();
create trigger job_notes_person_not_erased before insert on job_notes
  for each row execute function refuse_record_of_erased_person();
create trigger job_attachments_person_not_erased before insert on job_attachments
  for each row execute function refuse_record_of_erased_person();
create trigger warranty_claims_person_not_erased before insert on warranty_claims
  for each row execute function refuse_record_of_erased_person();
create trigger invoices_person_not_erased before insert on invoices
  for each row execute function refuse_record_of_erased_person();
create trigger communications_person_not_erased before insert on communications
  for each row when (new.lifecycle_number is not null) execute function refuse_record_of_erased_person();
create trigger follow_ups_person_not_erased before insert on follow_ups
  for each row execute function refuse_record_of_erased_person();
create trigger opt_outs_person_not_erased before insert on opt_outs
  for each row when (new.lifecycle_number is not null) execute function refuse_record_of_erased_person();
create trigger job_checklist_items_person_not_erased before insert on job_checklist_items
  for each row execute function refuse_item_of_erased_person();
create trigger lead_merges_person_not_erased before insert on lead_merges
  for each row execute function refuse_merge_of_erased_person();
create trigger playbook_runs_person_not_erased before insert on playbook_runs
  for each row when (new.lifecycle_number is not null) execute function skip_run_of_erased_person();

-- What is known of the person stays erased.
create trigger leads_stay_erased before update on leads
  for each row when (
    old.erasure_id is not null
    and (old.name, old.phone, old.email, old.source_ref, old.address, old.notes, old.consent, old.status,
         old.unqualified_reason, old.merged_into, old.customer_id, old.erasure_id)
      is distinct from (new.name, new.phone, new.email, new.source_ref, new.address, new.notes, new.consent,
         new.status, new.unqualified_reason, new.merged_into, new.customer_id, new.erasure_id)
    and (current_setting('app.erasing', true) is distinct from 'on' or current_user = 'throughline_app'))
  execute function refuse_erased_person();
create trigger customers_stay_erased before update on customers
  for each row when (
    old.erasure_id is not null
    and (old.name, old.phone, old.email, old.address, old.consent, old.do_not_contact, old.erasure_id)
      is distinct from (new.name, new.phone, new.email, new.address, new.consent, new.do_not_contact, new.erasure_id)
    and (current_setting('app.erasing', true) is distinct from 'on' or current_user = 'throughline_app'))
  execute function refuse_erased_person();
create trigger jobs_stay_erased before update on jobs
  for each row when (
    (old.title, old.contract_terms, old.pause_reason, old.cancel_reason)
    is distinct from (new.title, new.contract_terms, new.pause_reason, new.cancel_reason))
  execute function refuse_record_of_erased_person();
create trigger appointments_stay_erased before update on appointments
  for each row when (
    (old.location, old.notes, old.cancel_reason) is distinct from (new.location, new.notes, new.cancel_reason))
  execute function refuse_record_of_erased_person();

-- ── The exception to the append-only rule ───────────────────────────────────────────────────────

-- These functions refuse as before, except for an update inside erase_person() or apply_retention(). Only those run as
-- the owner with app.erasing set; the setting alone allows nothing. What makes a row what it is cannot change.
create or replace function refuse_log_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'events' and current_setting('app.erasing', true) = 'on'
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

create or replace function refuse_invoice_change() returns trigger
  language plpgsql as $$
begin
  if current_setting('app.erasing', true) = 'on' and current_user <> 'throughline_app'
      and (old.number, old.job_id, old.customer_id, old.currency, old.status, old.subtotal, old.tax, old.total,
           old.paid, old.due_on)
        is not distinct from
          (new.number, new.job_id, new.customer_id, new.currency, new.status, new.subtotal, new.tax, new.total,
           new.paid, new.due_on) then
    return new;
  end if;
  raise exception 'invoice % stands as it is; void it and write another', old.number
    using errcode = 'restrict_violation';
end $$;

create or replace function refuse_payment_change() returns trigger
  language plpgsql as $$
begin
  if current_setting('app.erasing', true) = 'on' and current_user <> 'throughline_app'
      and (old.organization_id, old.invoice_id, old.payment_id, old.amount, old.method, old.refund_of, old.paid_at,
           old.created_at)
        is not distinct from
          (new.organization_id, new.invoice_id, new.payment_id, new.amount, new.method, new.refund_of, new.paid_at,
           new.created_at) then
    return new;
  end if;
  raise exception 'payments are append-only; record a refund instead'
    using errcode = 'restrict_violation';
end $$;

-- ── What replaces a value ───────────────────────────────────────────────────────────────────────

-- Whether the text contains a value of the person. The pattern has them in lower case; null contains nothing. One
-- regular expression for all values takes 1 µs, and a loop over them took 10.
create function holds_value(p_text text, p_pattern text) returns boolean
  language sql immutable parallel safe
  return coalesce(lower(p_text) ~ p_pattern, false);

create function values_pattern(p_values jsonb) returns text
  language sql immutable parallel safe
  return (select string_agg(regexp_replace(v, '([^a-z0-9 @_-])', '\\\1', 'g'), '|')
          from jsonb_array_elements_text(p_values) as v);

-- The text, unless it is free text: a code such as by_request stays.
create function erased_unless_code(p_text text, p_pattern text) returns text
  language sql immutable parallel safe
  return case when p_text is null or (p_text ~ '^[a-z][a-z0-9_.]*$' and not public.holds_value(p_text, p_pattern))
    then p_text else '[erased]' end;

-- A text in JSON. It is replaced unless it is known to be harmless: an id or a time of ours, or a field in p_keep.
-- Null for p_keep replaces only texts that contain a value.
create function erased_string(p_value jsonb, p_field text, p_keep text[], p_pattern text) returns jsonb
  language plpgsql immutable parallel safe as $$
declare
  v_text text := p_value #>> '{}';
begin
  if p_keep is null then
    if lower(v_text) ~ p_pattern then
      return '"[erased]"'::jsonb;
    end if;
    return p_value;
  end if;
  if p_field = any (p_keep) and not coalesce(lower(v_text) ~ p_pattern, false) then
    return p_value;
  end if;
  if right(p_field, 3) = '_id' or right(p_field, 4) = '_ids'
      or p_field in ('id', 'assigned_to', 'duplicate_of', 'merged_into', 'refund_of') then
    if length(v_text) between 29 and 57 and v_text ~ '^[a-z_]+_[0-9a-z]+$' then
      return p_value;
    end if;
  elsif right(p_field, 3) in ('_at', '_on') or p_field in ('at', 'timestamp') then
    if length(v_text) between 10 and 35 and v_text ~ '^[0-9]+-[0-9]+-[0-9]+[0-9T:.Z+-]*$' then
      return p_value;
    end if;
  elsif right(p_field, 6) = 'reason' and p_keep <> '{}' and v_text ~ '^[a-z][a-z0-9_.]*$'
      and not coalesce(lower(v_text) ~ p_pattern, false) then
    return p_value;
  elsif p_field in ('url', 'recording_url') then
    return '"https://erased.invalid/"'::jsonb;
  end if;
  return '"[erased]"'::jsonb;
end $$;

-- A JSON value without what it says about a person. A new field is erased until it is classified. Objects that a
-- customer or a playbook filled keep nothing but ids and times. An event takes about 120 µs.
create function erased_json(p_value jsonb, p_field text, p_keep text[], p_pattern text) returns jsonb
  language plpgsql immutable parallel safe as $$
declare
  v_keep text[] := case when p_keep is null then null
                        when p_field in ('input', 'output') then '{}'
                        when p_field = 'consent' then '{status}'
                        else p_keep end;
begin
  case jsonb_typeof(p_value)
    when 'object' then
      if p_field in ('actor', 'created_by') then
        return p_value;
      end if;
      return coalesce((
        select jsonb_object_agg(m.key, case jsonb_typeof(m.value)
            when 'string' then public.erased_string(m.value, m.key, v_keep, p_pattern)
            -- Most consents were never asked for. A call saved is 50 µs saved.
            when 'object' then case
              when m.value = '{"at": null, "source": null, "status": "unknown", "wording": null}' then m.value
              else public.erased_json(m.value, m.key, v_keep, p_pattern) end
            when 'array' then public.erased_json(m.value, m.key, v_keep, p_pattern)
            else m.value end)
        from jsonb_each(p_value) as m
        -- Where the person lives. They are optional, and not text.
        where m.key not in ('latitude', 'longitude')), '{}');
    when 'array' then
      return coalesce((
        select jsonb_agg(public.erased_json(m.value, p_field, p_keep, p_pattern) order by m.ordinality)
        from jsonb_array_elements(p_value) with ordinality as m), '[]');
    when 'string' then
      return public.erased_string(p_value, p_field, p_keep, p_pattern);
    else
      return p_value;
  end case;
end $$;

-- The fields of events and responses that say nothing about a person: kinds, codes and numbers of ours.
create function harmless_fields(p_type text) returns text[]
  language sql immutable parallel safe
  return array['lifecycle_number', 'number', 'status', 'paused_status', 'type', 'kind', 'channel', 'direction',
    'purpose', 'said_by', 'service_needed', 'service', 'currency', 'method', 'confidence', 'reasons', 'code',
    'event', 'waiting_for', 'playbook_name', 'step_id', 'cancel_on', 'content_type', 'author', 'time_zone',
    'allowed', 'lifecycle_numbers'] || case when p_type like 'lead.%' then array['source'] else '{}' end;

-- ── Erasing ─────────────────────────────────────────────────────────────────────────────────────

-- Each phase erases up to p_limit rows after p_position, in the order of their ids, and returns how many rows it
-- changed and where it stopped; null if nothing is left. None of them can be called by the service itself.
create type erasure_step as (rows bigint, position text);

create function erase_contacts(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_leads bigint;
  v_customers bigint;
begin
  update public.lead_merges m
    set changes = public.erased_json(m.changes, null, '{}', p_pattern)
    where m.organization_id = p_erasure.organization_id
      and (m.lead_id = any (p_erasure.lead_ids) or m.into_lead_id = any (p_erasure.lead_ids));
  update public.leads l
    set name = case when l.name is not null then '[erased]' end,
        phone = case when l.phone is not null then '[erased]' end,
        email = case when l.email is not null then '[erased]' end,
        address = case when l.address is not null then '[erased]' end,
        notes = case when l.notes is not null then '[erased]' end,
        -- Unique per source, so a mark is not possible.
        source_ref = null,
        source = case when public.holds_value(l.source, p_pattern) then '[erased]' else l.source end,
        service_needed =
          case when public.holds_value(l.service_needed, p_pattern) then '[erased]' else l.service_needed end,
        unqualified_reason = case when l.unqualified_reason is not null then '[erased]' end,
        consent = public.erased_json(l.consent, null, '{status}', p_pattern),
        search_text = ''
    where l.organization_id = p_erasure.organization_id and l.lead_id = any (p_erasure.lead_ids);
  get diagnostics v_leads = row_count;
  update public.customers c
    set name = case when c.name is not null then '[erased]' end,
        phone = case when c.phone is not null then '[erased]' end,
        email = case when c.email is not null then '[erased]' end,
        address = case when c.address is not null then '[erased]' end,
        consent = public.erased_json(c.consent, null, '{status}', p_pattern),
        search_text = ''
    where c.organization_id = p_erasure.organization_id and c.customer_id = any (p_erasure.customer_ids);
  get diagnostics v_customers = row_count;
  return (v_leads + v_customers, null)::public.erasure_step;
end $$;

create function erase_jobs(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
begin
  select array_agg(found.job_id order by found.job_id) into v_ids from (
    select j.job_id from public.jobs j
    where j.organization_id = p_erasure.organization_id and j.lifecycle_number = any (p_erasure.lifecycle_numbers)
      and (p_position is null or j.job_id > p_position::uuid)
    order by j.job_id limit p_limit) as found;
  update public.jobs j
    set title = '[erased]', search_text = '',
        service = case when public.holds_value(j.service, p_pattern) then '[erased]' else j.service end,
        contract_terms = case when j.contract_terms is not null then '[erased]' end,
        pause_reason = case when j.pause_reason is not null then '[erased]' end,
        cancel_reason = case when j.cancel_reason is not null then '[erased]' end
    where j.organization_id = p_erasure.organization_id and j.job_id = any (v_ids);
  update public.job_checklist_items i set title = '[erased]'
    where i.organization_id = p_erasure.organization_id and i.job_id = any (v_ids);
  update public.job_notes n set text = '[erased]'
    where n.organization_id = p_erasure.organization_id and n.job_id = any (v_ids);
  update public.job_attachments a set url = 'https://erased.invalid/', name = '[erased]'
    where a.organization_id = p_erasure.organization_id and a.job_id = any (v_ids);
  update public.warranty_claims c
    set description = '[erased]', resolution = case when c.resolution is not null then '[erased]' end
    where c.organization_id = p_erasure.organization_id and c.job_id = any (v_ids);
  return (coalesce(cardinality(v_ids), 0), v_ids[p_limit]::text)::public.erasure_step;
end $$;

create function erase_appointments(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
begin
  select array_agg(found.appointment_id order by found.appointment_id) into v_ids from (
    select a.appointment_id from public.appointments a
    where a.organization_id = p_erasure.organization_id and a.lifecycle_number = any (p_erasure.lifecycle_numbers)
      and (p_position is null or a.appointment_id > p_position::uuid)
    order by a.appointment_id limit p_limit) as found;
  update public.appointments a
    set location = public.erased_json(a.location, null, '{}', p_pattern),
        notes = case when a.notes is not null then '[erased]' end,
        cancel_reason = public.erased_unless_code(a.cancel_reason, p_pattern),
        type = case when public.holds_value(a.type, p_pattern) then '[erased]' else a.type end
    where a.organization_id = p_erasure.organization_id and a.appointment_id = any (v_ids);
  return (coalesce(cardinality(v_ids), 0), v_ids[p_limit]::text)::public.erasure_step;
end $$;

create function erase_invoices(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
begin
  select array_agg(found.invoice_id order by found.invoice_id) into v_ids from (
    select i.invoice_id from public.invoices i
    where i.organization_id = p_erasure.organization_id and i.lifecycle_number = any (p_erasure.lifecycle_numbers)
      and (p_position is null or i.invoice_id > p_position::uuid)
    order by i.invoice_id limit p_limit) as found;
  update public.invoices i
    set lines = public.erased_json(i.lines, null, '{}', p_pattern),
        notes = case when i.notes is not null then '[erased]' end,
        void_reason = case when i.void_reason is not null then '[erased]' end
    where i.organization_id = p_erasure.organization_id and i.invoice_id = any (v_ids);
  update public.invoice_payments p
    set reference = case when p.reference is not null then '[erased]' end,
        reason = case when p.reason is not null then '[erased]' end
    where p.organization_id = p_erasure.organization_id and p.invoice_id = any (v_ids);
  return (coalesce(cardinality(v_ids), 0), v_ids[p_limit]::text)::public.erasure_step;
end $$;

-- Also messages without a lifecycle number, such as a STOP from an unknown phone, if they came from or went to one of
-- the person's addresses. They are found by their missing number, which the index of lifecycles has.
create function erase_communications(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
begin
  select array_agg(found.communication_id order by found.communication_id) into v_ids from (
    (select c.communication_id from public.communications c
     where c.organization_id = p_erasure.organization_id
       and c.lifecycle_number = any (p_erasure.lifecycle_numbers)
       and (p_position is null or c.communication_id > p_position::uuid)
     order by c.communication_id limit p_limit)
    union all
    (select c.communication_id from public.communications c
     where c.organization_id = p_erasure.organization_id and c.lifecycle_number is null
       and (p_position is null or c.communication_id > p_position::uuid)
       and (public.holds_value(c.from_address, p_pattern) or public.holds_value(c.to_address, p_pattern)
            or public.holds_value(c.body, p_pattern))
     order by c.communication_id limit p_limit)
    order by 1 limit p_limit) as found;
  update public.communications c
    set subject = case when c.subject is not null then '[erased]' end,
        body = case when c.body is not null then '[erased]' end,
        from_address = case when c.from_address is not null then '[erased]' end,
        to_address = case when c.to_address is not null then '[erased]' end,
        status_detail = case when c.status_detail is not null then '[erased]' end,
        recording_url = case when c.recording_url is not null then 'https://erased.invalid/' end,
        -- Ids of the message in other systems. They are unique, so a mark is not possible.
        reference = null, message_key = null,
        provider_id = case when c.provider_id is not null then '[erased]' end
    where c.organization_id = p_erasure.organization_id and c.communication_id = any (v_ids);
  -- The link belongs to an address that is no longer known.
  update public.unsubscribe_keys k
    set unsubscribe_key = 'erased-' || k.communication_id, url = 'https://erased.invalid/'
    where k.organization_id = p_erasure.organization_id and k.communication_id = any (v_ids);
  return (coalesce(cardinality(v_ids), 0), v_ids[p_limit]::text)::public.erasure_step;
end $$;

create function erase_follow_ups(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
begin
  select array_agg(found.follow_up_id order by found.follow_up_id) into v_ids from (
    select f.follow_up_id from public.follow_ups f
    where f.organization_id = p_erasure.organization_id and f.lead_id = any (p_erasure.lead_ids)
      and (p_position is null or f.follow_up_id > p_position::uuid)
    order by f.follow_up_id limit p_limit) as found;
  update public.follow_ups f
    set subject = case when f.subject is not null then '[erased]' end,
        body = case when f.body is not null then '[erased]' end,
        text = case when f.text is not null then '[erased]' end,
        reason = public.erased_unless_code(f.reason, p_pattern),
        detail = case when f.detail is not null then '[erased]' end,
        note = case when f.note is not null then '[erased]' end,
        creation_key = null
    where f.organization_id = p_erasure.organization_id and f.follow_up_id = any (v_ids);
  return (coalesce(cardinality(v_ids), 0), v_ids[p_limit]::text)::public.erasure_step;
end $$;

create function erase_playbook_runs(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
begin
  select array_agg(found.run_id order by found.run_id) into v_ids from (
    select r.run_id from public.playbook_runs r
    where r.organization_id = p_erasure.organization_id and r.lifecycle_number = any (p_erasure.lifecycle_numbers)
      and (p_position is null or r.run_id > p_position::uuid)
    order by r.run_id limit p_limit) as found;
  update public.playbook_runs r
    set input = public.erased_json(r.input, 'input', '{}', p_pattern),
        resumed_by = public.erased_json(r.resumed_by, null, '{type}', p_pattern),
        reason = public.erased_unless_code(r.reason, p_pattern),
        error = public.erased_json(r.error, null, '{code}', p_pattern)
    where r.organization_id = p_erasure.organization_id and r.run_id = any (v_ids);
  update public.playbook_run_steps s
    set input = public.erased_json(s.input, 'input', '{}', p_pattern),
        output = public.erased_json(s.output, 'output', '{}', p_pattern),
        error = public.erased_json(s.error, null, '{code}', p_pattern)
    where s.organization_id = p_erasure.organization_id and s.run_id = any (v_ids);
  return (coalesce(cardinality(v_ids), 0), v_ids[p_limit]::text)::public.erasure_step;
end $$;

-- An opt-out outlives the person: its address becomes a hash, by which a new contact with the address is recognized.
-- If another opt-out of the address is active as a hash already, this one ends, because only one can be active.
create function erase_opt_outs(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_rows bigint;
begin
  update public.opt_outs o
    set address = a.hash,
        source = public.erased_unless_code(o.source, p_pattern),
        revoked_at = coalesce(o.revoked_at, case when other.is_active then p_erasure.updated_at end),
        revoked_source = case when o.revoked_at is not null then '[erased]'
                              when other.is_active then 'replaced' end
    from jsonb_to_recordset(p_erasure.search->'addresses') as a (channel text, address text, hash text)
    cross join lateral (
      select exists (
        select from public.opt_outs h
        where h.organization_id = p_erasure.organization_id and h.channel = a.channel and h.address = a.hash
          and h.revoked_at is null) as is_active
    ) as other
    where o.organization_id = p_erasure.organization_id and o.channel = a.channel and o.address = a.address;
  get diagnostics v_rows = row_count;
  update public.opt_outs o
    set address = case when o.address like 'erased:%' then o.address else '[erased]' end,
        source = public.erased_unless_code(o.source, p_pattern)
    where o.organization_id = p_erasure.organization_id and o.lifecycle_number = any (p_erasure.lifecycle_numbers);
  -- A customer who must not be contacted: the same as an opt-out of both addresses.
  insert into public.opt_outs (organization_id, opt_out_id, channel, address, lifecycle_number, source, said_by,
                               opted_out_at)
    select p_erasure.organization_id, gen_random_uuid(), a.channel, a.hash, p_erasure.lifecycle_numbers[1],
           'do_not_contact', 'office', p_erasure.created_at
    from jsonb_to_recordset(p_erasure.search->'addresses') as a (channel text, address text, hash text)
    where exists (select from public.customers c
      where c.organization_id = p_erasure.organization_id and c.customer_id = any (p_erasure.customer_ids)
        and c.do_not_contact)
    on conflict (organization_id, channel, address) where revoked_at is null do nothing;
  return (v_rows, null)::public.erasure_step;
end $$;

-- What receivers of webhooks responded to these events.
create function erase_deliveries(p_organization_id uuid, p_seqs bigint[], p_pattern text) returns void
  language plpgsql volatile as $$
begin
  update public.webhook_deliveries d
    set attempts = public.erased_json(d.attempts, null, '{error}', p_pattern), erased = true
    from public.webhook_endpoints e
    where e.organization_id = p_organization_id and d.organization_id = p_organization_id
      and d.webhook_endpoint_id = e.webhook_endpoint_id and d.event_seq = any (p_seqs) and d.replay_id is null;
  update public.webhook_deliveries d
    set attempts = public.erased_json(d.attempts, null, '{error}', p_pattern), erased = true
    where d.organization_id = p_organization_id and d.event_seq = any (p_seqs) and d.replay_id is not null;
end $$;

-- The position is a number and a seq, because the index has each number's events in order.
create function erase_events(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_number text := split_part(p_position, ' ', 1);
  v_seq bigint := nullif(split_part(p_position, ' ', 2), '')::bigint;
  v_seqs bigint[];
  v_numbers text[];
begin
  select array_agg(found.seq order by found.lifecycle_number, found.seq),
         array_agg(found.lifecycle_number order by found.lifecycle_number, found.seq)
    into v_seqs, v_numbers from (
    select e.seq, e.lifecycle_number from public.events e
    where e.organization_id = p_erasure.organization_id and e.lifecycle_number = any (p_erasure.lifecycle_numbers)
      and (p_position is null or (e.lifecycle_number, e.seq) > (v_number, v_seq))
    order by e.lifecycle_number, e.seq limit p_limit) as found;
  update public.events e
    set data = public.erased_json(e.data, null, public.harmless_fields(e.type), p_pattern),
        previous = public.erased_json(e.previous, null, public.harmless_fields(e.type), p_pattern)
    where e.organization_id = p_erasure.organization_id and e.seq = any (v_seqs);
  perform public.erase_deliveries(p_erasure.organization_id, v_seqs, p_pattern);
  return (coalesce(cardinality(v_seqs), 0),
          v_numbers[p_limit] || ' ' || v_seqs[p_limit])::public.erasure_step;
end $$;

-- Events without a lifecycle number, such as the opt-out of an address that belonged to no contact yet.
create function erase_other_events(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_seqs bigint[];
  v_held bigint[];
begin
  select array_agg(found.seq order by found.seq),
         array_agg(found.seq) filter (where public.holds_value(found.text, p_pattern))
    into v_seqs, v_held from (
    select e.seq, e.data::text || coalesce(e.previous::text, '') as text from public.events e
    where e.organization_id = p_erasure.organization_id and e.lifecycle_number is null
      and e.seq > coalesce(p_position::bigint, 0)
    order by e.seq limit p_limit) as found;
  update public.events e
    set data = public.erased_json(e.data, null, public.harmless_fields(e.type), p_pattern),
        previous = public.erased_json(e.previous, null, public.harmless_fields(e.type), p_pattern)
    where e.organization_id = p_erasure.organization_id and e.seq = any (v_held);
  perform public.erase_deliveries(p_erasure.organization_id, v_held, p_pattern);
  return (coalesce(cardinality(v_held), 0), v_seqs[p_limit]::text)::public.erasure_step;
end $$;

-- Stored responses of requests. The hash of the request goes too: a repetition is then refused and creates nothing.
create function erase_responses(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
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
                               then 'erased ' || gen_random_uuid() else k.idempotency_key end
    from unnest(v_routes, v_keys) as found (route, key)
    where k.organization_id = p_erasure.organization_id and k.route = found.route and k.idempotency_key = found.key
      and (public.holds_value(k.response::text, v_about) or public.holds_value(k.idempotency_key, p_pattern));
  get diagnostics v_rows = row_count;
  return (v_rows, case when v_keys[p_limit] is not null
    then jsonb_build_array(v_routes[p_limit], v_keys[p_limit])::text end)::public.erasure_step;
end $$;

-- The reports of imports can quote a row of the file. The file itself is deleted as soon as it is processed.
create function erase_imports(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_after jsonb := p_position::jsonb;
  v_imports uuid[];
  v_numbers bigint[];
  v_rows bigint;
begin
  update public.imports i
    set idempotency_key = null, request_hash = null
    where i.organization_id = p_erasure.organization_id and public.holds_value(i.idempotency_key, p_pattern);
  select array_agg(found.import_id order by found.import_id, found.number),
         array_agg(found.number order by found.import_id, found.number)
    into v_imports, v_numbers from (
    select e.import_id, e.number from public.import_errors e
    where e.organization_id = p_erasure.organization_id
      and (p_position is null or (e.import_id, e.number) > ((v_after->>0)::uuid, (v_after->>1)::bigint))
    order by e.import_id, e.number limit p_limit) as found;
  update public.import_errors e set detail = '[erased]'
    from unnest(v_imports, v_numbers) as found (import_id, number)
    where e.organization_id = p_erasure.organization_id and e.import_id = found.import_id and e.number = found.number
      and public.holds_value(e.detail, p_pattern);
  get diagnostics v_rows = row_count;
  return (v_rows, case when v_numbers[p_limit] is not null
    then jsonb_build_array(v_imports[p_limit], v_numbers[p_limit])::text end)::public.erasure_step;
end $$;

-- Queued and failed tasks: their data are ids, but an error message can quote a value.
create function erase_tasks(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_rows bigint;
begin
  update pgboss.job j
    set data = public.erased_json(j.data, null, null, p_pattern),
        output = public.erased_json(j.output, null, null, p_pattern),
        source_output = public.erased_json(j.source_output, null, null, p_pattern)
    where j.data->>'organization_id' = p_erasure.organization_id::text
      and public.holds_value(concat(j.data::text, j.output::text, j.source_output::text), p_pattern);
  get diagnostics v_rows = row_count;
  return (v_rows, null)::public.erasure_step;
end $$;

-- The keys that a contact and its jobs are found by. They are stored by key, so all of them are read, in batches.
create function erase_contact_keys(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_batch constant integer := p_limit * 100;
  v_contacts uuid[] := p_erasure.lead_ids || p_erasure.customer_ids || array(
    select j.job_id from public.jobs j
    where j.organization_id = p_erasure.organization_id and j.lifecycle_number = any (p_erasure.lifecycle_numbers));
  v_last bigint;
  v_count integer;
  v_rows bigint;
begin
  select max(found.key), count(*) into v_last, v_count from (
    select k.key from public.contact_keys k
    where k.organization_id = p_erasure.organization_id and (p_position is null or k.key > p_position::bigint)
    order by k.key limit v_batch) as found;
  delete from public.contact_keys k
    where k.organization_id = p_erasure.organization_id and (p_position is null or k.key > p_position::bigint)
      and k.key <= v_last and k.contact_id = any (v_contacts);
  get diagnostics v_rows = row_count;
  return (v_rows, case when v_count = v_batch then v_last::text end)::public.erasure_step;
end $$;

-- The one way to erase a person. Takes the next step of an erasure whose values are collected, and returns the phase
-- that is next, or `completed`. The last step forgets the values and writes person.erased. A step that is repeated,
-- or two workers at once, change nothing twice: the row of the erasure is locked and says what is next.
--
-- Rows come before events: a transaction that still has the old values of a row holds its lock, so its events are
-- in the log before the phase of the row ends.
create function erase_person(
  p_organization_id uuid, p_erasure_id uuid, p_now timestamptz, p_event jsonb, p_limit integer
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
    when 'tasks' then v_step := public.erase_tasks(v_erasure, v_contacts, v_erasure.position, p_limit);
    when 'contact_keys' then v_step := public.erase_contact_keys(v_erasure, v_values, v_erasure.position, p_limit);
  end case;
  perform set_config('app.erasing', '', true);

  v_erasure.counts := v_erasure.counts || jsonb_build_object(v_erasure.phase,
    coalesce((v_erasure.counts->>v_erasure.phase)::bigint, 0) + v_step.rows);
  v_next := case when v_step.position is null
    then coalesce(v_phases[array_position(v_phases, v_erasure.phase) + 1], 'completed') else v_erasure.phase end;
  update public.erasures e
    set phase = v_next, position = v_step.position, counts = v_erasure.counts, updated_at = p_now,
        status = case v_next when 'completed' then 'completed' else 'running' end,
        search = case v_next when 'completed' then null else e.search end,
        completed_at = case v_next when 'completed' then p_now end
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

-- Responses of webhook receivers that were on their way while their events were erased. Runs once more, a few
-- minutes after the erasure, when every request of that time has ended.
create function erase_late_responses(p_organization_id uuid, p_erasure_id uuid) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_erasure public.erasures;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  select * into strict v_erasure from public.erasures e
    where e.organization_id = p_organization_id and e.erasure_id = p_erasure_id and e.status = 'completed';
  perform public.erase_deliveries(p_organization_id, array(
    select e.seq from public.events e
    where e.organization_id = p_organization_id and e.lifecycle_number = any (v_erasure.lifecycle_numbers)), null);
end $$;
grant execute on function erase_late_responses to throughline_app;

-- ── Retention ───────────────────────────────────────────────────────────────────────────────────

-- After how many days values expire; null: never.
create table retention_settings (
  organization_id   uuid primary key references organizations,
  transcripts_days  integer check (transcripts_days between 7 and 3650),
  messages_days     integer check (messages_days between 7 and 3650),
  deliveries_days   integer check (deliveries_days between 7 and 3650),
  raw_payloads_days integer check (raw_payloads_days between 7 and 3650),
  -- How far each scan has come, and what it replaced since the last retention.applied.
  positions         jsonb not null default '{}',
  replaced          jsonb not null default '{}',
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);
select guard_tenant_table('retention_settings');
grant select, insert, update on retention_settings to throughline_app;

-- The text with the mark of an expired value; null stays null, and an erased value stays erased.
create function expired_text(p_text text) returns text
  language sql immutable parallel safe
  return case when p_text is null or p_text = '[erased]' then p_text else '[expired]' end;

-- The same for a URL, which stays a URL.
create function expired_url(p_url text) returns text
  language sql immutable parallel safe
  return case when p_url is null or p_url = 'https://erased.invalid/' then p_url else 'https://expired.invalid/' end;

create function expired_fields(p_data jsonb, p_fields text[]) returns jsonb
  language sql immutable parallel safe
  return p_data || coalesce((
    select jsonb_object_agg(f, case f when 'recording_url' then public.expired_url(p_data->>f)
                                      else public.expired_text(p_data->>f) end)
    from unnest(p_fields) as f
    where p_data ? f and p_data->>f is not null), '{}');

-- Each scan reads up to p_limit rows after its position, oldest first, and replaces the values of those that are
-- older than p_before. It stops at the first row that is not, or that is still being sent.
create function expire_communications(
  p_organization_id uuid, p_position text, p_before timestamptz, p_channels text[], p_limit integer
) returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
  v_rows bigint;
begin
  select array_agg(old.communication_id order by old.communication_id) into v_ids from (
    select found.communication_id, bool_and(found.is_old) over (order by found.communication_id) as is_old from (
      select c.communication_id, c.created_at < p_before and c.status not in ('queued', 'sending') as is_old
      from public.communications c
      where c.organization_id = p_organization_id and (p_position is null or c.communication_id > p_position::uuid)
      order by c.communication_id limit p_limit) as found
  ) as old where old.is_old;
  update public.communications c
    set subject = public.expired_text(c.subject), body = public.expired_text(c.body),
        recording_url = public.expired_url(c.recording_url)
    where c.organization_id = p_organization_id and c.communication_id = any (v_ids) and c.channel = any (p_channels)
      and coalesce(c.subject, c.body, c.recording_url) is not null;
  get diagnostics v_rows = row_count;
  return (v_rows, v_ids[cardinality(v_ids)]::text)::public.erasure_step;
end $$;

create function expire_communication_events(
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
    order by e.seq limit p_limit) as found
    where found.occurred_at < p_before;
  update public.events e
    set data = public.expired_fields(e.data, '{subject,body,recording_url}'),
        previous = public.expired_fields(e.previous, '{subject,body,recording_url}')
    where e.organization_id = p_organization_id and e.seq = any (v_seqs) and e.type like 'communication.%'
      and e.data->>'channel' = any (p_channels);
  get diagnostics v_rows = row_count;
  return (v_rows, v_seqs[cardinality(v_seqs)]::text)::public.erasure_step;
end $$;

-- The position is an object: how far each endpoint has come.
create function expire_deliveries(
  p_organization_id uuid, p_position text, p_before timestamptz, p_limit integer
) returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_position jsonb := coalesce(p_position::jsonb, '{}');
  v_endpoint_id uuid;
  v_ids uuid[];
  v_rows bigint := 0;
  v_count bigint;
begin
  for v_endpoint_id in
    select e.webhook_endpoint_id from public.webhook_endpoints e where e.organization_id = p_organization_id
  loop
    select array_agg(old.delivery_id order by old.delivery_id) into v_ids from (
      select found.delivery_id, bool_and(found.is_old) over (order by found.delivery_id) as is_old from (
        select d.delivery_id, d.created_at < p_before and d.status <> 'pending' as is_old
        from public.webhook_deliveries d
        where d.organization_id = p_organization_id and d.webhook_endpoint_id = v_endpoint_id
          and (v_position->>v_endpoint_id::text is null
               or d.delivery_id > (v_position->>v_endpoint_id::text)::uuid)
        order by d.delivery_id limit p_limit) as found
    ) as old where old.is_old;
    continue when v_ids is null;
    update public.webhook_deliveries d
      set attempts = (select jsonb_agg(public.expired_fields(a.attempt, '{response}') order by a.ordinality)
                      from jsonb_array_elements(d.attempts) with ordinality as a (attempt, ordinality))
      where d.organization_id = p_organization_id and d.webhook_endpoint_id = v_endpoint_id
        and d.delivery_id = any (v_ids) and d.attempts <> '[]';
    get diagnostics v_count = row_count;
    v_rows := v_rows + v_count;
    v_position := v_position || jsonb_build_object(v_endpoint_id::text, v_ids[cardinality(v_ids)]);
  end loop;
  return (v_rows, nullif(v_position::text, coalesce(p_position, '{}')))::public.erasure_step;
end $$;

create function expire_import_errors(
  p_organization_id uuid, p_position text, p_before timestamptz, p_limit integer
) returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_after jsonb := p_position::jsonb;
  v_imports uuid[];
  v_numbers bigint[];
  v_rows bigint;
begin
  select array_agg(found.import_id order by found.import_id, found.number),
         array_agg(found.number order by found.import_id, found.number)
    into v_imports, v_numbers from (
    select e.import_id, e.number from public.import_errors e
    where e.organization_id = p_organization_id
      and (p_position is null or (e.import_id, e.number) > ((v_after->>0)::uuid, (v_after->>1)::bigint))
    order by e.import_id, e.number limit p_limit) as found
    where exists (select from public.imports i
      where i.organization_id = p_organization_id and i.import_id = found.import_id and i.completed_at < p_before);
  update public.import_errors e set detail = public.expired_text(e.detail)
    from unnest(v_imports, v_numbers) as found (import_id, number)
    where e.organization_id = p_organization_id and e.import_id = found.import_id and e.number = found.number;
  get diagnostics v_rows = row_count;
  return (v_rows, case when v_rows > 0
    then jsonb_build_array(v_imports[cardinality(v_imports)], v_numbers[cardinality(v_numbers)])::text
    end)::public.erasure_step;
end $$;

-- Replaces one batch of expired values. Returns whether there may be more. What was replaced is counted in the same
-- transaction, so that a killed worker loses no count.
create function apply_retention(p_organization_id uuid, p_scan text, p_before timestamptz, p_limit integer)
  returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_settings public.retention_settings;
  v_position text;
  v_step public.erasure_step;
  v_kind constant text := replace(p_scan, '_events', '');
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
grant execute on function apply_retention to throughline_app;
