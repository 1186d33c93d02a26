-- A capture is two statements, each a transaction of its own: probe_leads finds candidates without locking anything, and
-- capture_lead writes everything. In between the service compares. So nothing is locked while it does, and on a cluster
-- each statement runs at the node of its organization.

-- For a function that is a transaction of its own: there was no statement before it that could set the tenant. Inside a
-- transaction of another organization it is refused, like every other function. A function with this path of its own is
-- analyzed once per connection, not again whenever the path of its caller changes.
create function enter_organization(p_organization_id uuid) returns boolean
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  v_entered constant text := nullif(current_setting('app.organization_id', true), '');
begin
  if v_entered is null then
    return set_config('app.organization_id', p_organization_id::text, true) is not null;
  elsif v_entered::uuid <> p_organization_id then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return true;
end $$;

-- Waits for other captures of the same phone numbers, mailboxes and origins, until the end of the transaction. In the
-- order of the list, so that two captures that share two of them cannot deadlock.
create function lock_contacts(p_organization_id uuid, p_locks bigint[]) returns boolean
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  v_organization constant bigint := hashtextextended(p_organization_id::text, 0);
  v_lock bigint;
  v_is_locked boolean;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  foreach v_lock in array p_locks loop
    -- An assignment takes a tenth of the time of a statement.
    v_is_locked := pg_advisory_xact_lock(hashint8extended(v_lock, v_organization)) is not null;
  end loop;
  return true;
end $$;

-- ── Candidates ──────────────────────────────────────────────────────────────────────────────────

-- The contacts behind these keys. Many people can share a phone or a mailbox, so of each exact key the oldest 20 count.
-- Most contacts are leads that nothing else belongs to: those are read here, because candidates_of takes five times as
-- long.
drop function probe_leads;
create function probe_leads(p_organization_id uuid, p_exact bigint[], p_others bigint[])
  returns table (
    contact_id uuid, lead_id uuid, lifecycle_number text, customer_id uuid, is_merged boolean,
    name text, phone text, email text, address text,
    root_lead_id uuid, root_lifecycle_number text, root_customer_id uuid)
  language plpgsql volatile set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_is_entered constant boolean := public.enter_organization(p_organization_id);
  v_found uuid[];
  v_others uuid[];
  v_is_plain boolean;
begin
  select array_agg(found.contact_id) into v_found from (
    select behind.contact_id
    from unnest(p_exact) as exact (key)
    cross join lateral (
      select k.contact_id from public.contact_keys k
      where k.organization_id = p_organization_id and k.key = exact.key
      order by k.contact_id limit 20
    ) as behind
    union
    (select k.contact_id from public.contact_keys k
     where k.organization_id = p_organization_id and k.key = any (p_others) limit 300)
  ) as found;
  if v_found is null then
    return;
  end if;
  is_merged := false;
  -- A lead is looked up as a range in order: only the primary key has that order. For an equality, the planner can choose
  -- any index that contains lead_id, and without statistics it does.
  for contact_id, v_is_plain, lead_id, lifecycle_number, name, phone, email, address in
    select found.id,
           l.merged_into is null and l.duplicate_of is null and l.customer_id is null and l.deleted_at is null
             and l.erasure_id is null and past.is_any is null,
           l.lead_id, l.lifecycle_number, l.name, l.phone, l.email, l.address
    from unnest(v_found) as found (id)
    left join lateral (
      select * from public.leads one
      where one.organization_id = p_organization_id and one.lead_id >= found.id and one.lead_id <= found.id
      order by one.lead_id limit 1
    ) as l on true
    left join lateral (
      select true as is_any from public.contact_points point
      where point.organization_id = p_organization_id and point.contact_id = found.id limit 1
    ) as past on true
  loop
    if v_is_plain and lead_id is not null then
      return next;
    else
      v_others := v_others || contact_id;
    end if;
  end loop;
  if v_others is not null then
    return query select * from public.candidates_of(p_organization_id, v_others);
  end if;
end $$;

-- ── Writing ─────────────────────────────────────────────────────────────────────────────────────

-- Writes a lead with its keys, its events and the response for its Idempotency-Key, and returns its number.
--
-- p_known are the contacts that probe_leads found. If someone else has captured the same phone number or mailbox
-- (p_identity) since, the lead may be a duplicate of it: serialization_failure, and the service probes again, with locks.
-- The counter is locked after the keys are written, until the commit, so everything that needs no number comes first.
drop function insert_lead;
create function capture_lead(
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
    set lifecycle_ordinal = lifecycle_ordinal + 1, event_seq = event_seq + cardinality(p_types)
    where organization_id = p_organization_id
    returning lifecycle_ordinal, event_seq into strict v_ordinal, v_last_seq;
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
  insert into public.events (organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data)
    select p_organization_id, v_last_seq - cardinality(p_types) + e.ordinality, e.event_id, e.type, p_at, v_number,
           p_actor, v_data
    from unnest(p_event_ids, p_types) with ordinality as e (event_id, type, ordinality);
  if v_has_key then
    insert into public.idempotency_keys
      (organization_id, route, idempotency_key, request_hash, status, response, created_at)
      values (p_organization_id, p_route, p_idempotency_key, p_request_hash, p_response_status,
              p_response || v_assigned, p_at);
  end if;
  return v_number;
end $$;

-- ── Idempotency keys ────────────────────────────────────────────────────────────────────────────

-- The response for a key, if its request has been answered.
create function find_response(p_organization_id uuid, p_route text, p_idempotency_key text)
  returns table (request_hash bytea, status smallint, response jsonb, sealed_response bytea)
  language plpgsql volatile as $$
declare
  v_is_entered constant boolean := public.enter_organization(p_organization_id);
begin
  return query
    select k.request_hash, k.status, k.response, k.sealed_response from public.idempotency_keys k
    where k.organization_id = p_organization_id and k.route = p_route and k.idempotency_key = p_idempotency_key;
end $$;

-- Locks a key that find_response has not found, until the end of the transaction. It may have been used since:
-- serialization_failure, and the service looks again.
create function take_idempotency_key(p_organization_id uuid, p_route text, p_idempotency_key text) returns boolean
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  if not pg_try_advisory_xact_lock(
    hashtextextended(p_organization_id::text || ' ' || p_route || ' ' || p_idempotency_key, 0)
  ) then
    raise exception using errcode = 'TL409', constraint = 'idempotency_key_in_use', hint = 'idempotency_key_in_use',
      message = 'The first request with this Idempotency-Key is still running. Try again in a moment to get its response.';
  end if;
  if exists (
    select from public.idempotency_keys k
    where k.organization_id = p_organization_id and k.route = p_route and k.idempotency_key = p_idempotency_key
  ) then
    raise exception 'the idempotency key was used at the same time' using errcode = 'serialization_failure';
  end if;
  return true;
end $$;

grant execute on function enter_organization, lock_contacts, probe_leads, capture_lead, find_response,
  take_idempotency_key to throughline_app;
