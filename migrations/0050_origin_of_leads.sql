-- What a lead brings besides the request: values of its own (`metadata`), and the campaign that it came from
-- (`attribution`). Null if there is nothing, so a lead without them is as long as before. Lists find them by keys in
-- contact_keys: see decision 83.
-- Without checks: every insert parses those of its table again.
alter table leads add column metadata jsonb, add column attribution jsonb;

-- The functions that write leads take both from the data of the event, which has them anyway. Otherwise they are as before.
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
                            language, metadata, attribution, created_at, updated_at)
    values (p_organization_id, p_lead_id, v_number, p_name, p_phone, p_email, p_source, p_service_needed, p_address,
            p_notes, p_status, p_qualified_at, p_duplicate_of, p_duplicate_match, p_source_ref, p_consent,
            p_search_text, p_customer_id, case when p_customer_id is null then 'new' else 'returning' end, p_language,
            nullif(p_data->'metadata', '{}'), nullif(p_data->'attribution', '{}'), p_at, p_at);
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

create or replace function capture_leads_of_many(
  p_organization_ids uuid[], p_lead_ids uuid[], p_captures jsonb, p_keys bigint[], p_key_ends integer[],
  p_locks bigint[], p_lock_ends integer[], p_identity bigint[], p_identity_ends integer[], p_known text[],
  p_event_counts integer[], p_with_key integer[]
)
  returns table (place integer, left_for text, lifecycle_number text)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
#variable_conflict use_column
declare
  v_is_together boolean := public.begin_captures();
  v_left text[] := array_fill(null::text, array[cardinality(p_organization_ids)]);
  v_found integer[];
  v_free uuid[];
  v_place integer;
  v_places integer[];
  v_ordinals bigint[];
  v_seqs bigint[];
  v_logged_at timestamptz[];
begin
  select array_agg(one.place::integer) into v_found
    from unnest(p_organization_ids, p_lock_ends) with ordinality as one (organization_id, lock_end, place)
    cross join lateral hashtextextended(one.organization_id::text, 0) as seed
    cross join lateral unnest(p_locks[coalesce(p_lock_ends[one.place - 1], 0) + 1:one.lock_end]) as lock
    where not pg_try_advisory_xact_lock(hashint8extended(lock, seed));
  foreach v_place in array coalesce(v_found, '{}') loop
    v_left[v_place] := 'alone';
  end loop;

  if cardinality(p_with_key) > 0 then
    for v_place in
      select with_key.place from unnest(p_with_key) as with_key (place)
      cross join lateral (select p_captures->(with_key.place - 1)->'response' as given) as response
      where not pg_try_advisory_xact_lock(hashtextextended(
          p_organization_ids[with_key.place]::text || ' ' || (given->>'route') || ' ' || (given->>'key'), 0))
        or exists (
          select from public.idempotency_keys k
          where k.organization_id = p_organization_ids[with_key.place] and k.route = given->>'route'
            and k.idempotency_key = given->>'key')
    loop
      v_left[v_place] := 'alone';
    end loop;
  end if;

  -- In this order, so that the check sees what was committed before the locks were taken.
  select array_agg(one.place::integer) into v_found
    from unnest(p_organization_ids, p_identity_ends, p_known) with ordinality
      as one (organization_id, identity_end, known, place)
    cross join lateral unnest(p_identity[coalesce(p_identity_ends[one.place - 1], 0) + 1:one.identity_end]) as identity
    cross join lateral (
      select from public.contact_keys k
      where k.organization_id = one.organization_id and k.key = identity and k.contact_id <> all (one.known::uuid[])
      order by k.contact_id limit 1
    ) as unknown;
  foreach v_place in array coalesce(v_found, '{}') loop
    v_left[v_place] := coalesce(v_left[v_place], 'again');
  end loop;

  select array_agg(free.organization_id) into v_free from (
    select c.organization_id from public.organization_counters c
    where c.organization_id = any (p_organization_ids) for no key update skip locked
  ) as free;
  for v_place in 1..cardinality(p_organization_ids) loop
    if v_left[v_place] is null and (v_free is null or p_organization_ids[v_place] <> all (v_free)) then
      v_left[v_place] := 'alone';
    end if;
  end loop;

  with writing as materialized (
    select one.place::integer as place, one.organization_id, row_number() over of_organization as nth,
           sum(one.events) over of_organization as events
    from unnest(p_organization_ids, p_event_counts) with ordinality as one (organization_id, events, place)
    where v_left[one.place] is null
    window of_organization as (partition by one.organization_id order by one.place)
  ), taken as (
    update public.organization_counters c
      set lifecycle_ordinal = c.lifecycle_ordinal + wanted.leads, event_seq = c.event_seq + wanted.events,
          logged_at = greatest(c.logged_at, date_trunc('milliseconds', clock_timestamp()))
      from (select w.organization_id, max(w.nth) as leads, max(w.events) as events from writing w group by 1) as wanted
      where c.organization_id = wanted.organization_id
      returning c.organization_id, c.lifecycle_ordinal - wanted.leads as ordinal, c.event_seq - wanted.events as seq,
                c.logged_at
  )
  select array_agg(w.place), array_agg(t.ordinal + w.nth), array_agg(t.seq + w.events), array_agg(t.logged_at)
    into v_places, v_ordinals, v_seqs, v_logged_at
    from writing w join taken t on t.organization_id = w.organization_id;

  with numbered as materialized (
    select w.place, p_organization_ids[w.place] as organization_id, p_lead_ids[w.place] as lead_id,
           public.lifecycle_number(w.ordinal) as number, w.seq, w.logged_at, c.capture,
           c.capture->'data' as data, (c.capture->'data'->>'created_at')::timestamptz as at
    from unnest(v_places, v_ordinals, v_seqs, v_logged_at) as w (place, ordinal, seq, logged_at)
    join jsonb_array_elements(p_captures) with ordinality as c (capture, place) on c.place = w.place
  ), keys as (
    insert into public.contact_keys (organization_id, key, contact_id)
      select n.organization_id, key, n.lead_id
      from numbered n
      cross join lateral unnest(p_keys[coalesce(p_key_ends[n.place - 1], 0) + 1:p_key_ends[n.place]]) as key
  ), lead as (
    insert into public.leads (organization_id, lead_id, lifecycle_number, name, phone, email, source,
                              service_needed, address, notes, status, qualified_at, duplicate_of,
                              duplicate_match, consent, search_text, relation, language, metadata, attribution,
                              created_at, updated_at)
      select n.organization_id, n.lead_id, n.number, n.data->>'name', n.data->>'phone', n.data->>'email',
             n.data->>'source', n.data->>'service_needed', n.data->>'address', n.data->>'notes', n.data->>'status',
             (n.data->>'qualified_at')::timestamptz, (n.capture->>'duplicate_of')::uuid,
             nullif(n.data->'duplicate_match', 'null'::jsonb), n.capture->'consent', n.capture->>'search_text', 'new',
             n.data->>'language', nullif(n.data->'metadata', '{}'), nullif(n.data->'attribution', '{}'), n.at, n.at
      from numbered n
  ), activity as (
    insert into public.lifecycle_activity (organization_id, lifecycle_number, last_activity_at)
      select n.organization_id, n.number, n.at from numbered n
  ), of_public as (
    insert into public.public_leads (organization_id, lead_id)
      select n.organization_id, n.lead_id from numbered n where (n.capture->>'is_public')::boolean
  ), response as (
    insert into public.idempotency_keys
      (organization_id, route, idempotency_key, request_hash, status, response, created_at)
      select n.organization_id, r->>'route', r->>'key', decode(r->>'hash', 'hex'), (r->>'status')::smallint,
             r->'body' || jsonb_build_object('lifecycle_number', n.number), n.at
      from numbered n cross join lateral (select n.capture->'response' as r) as given
      where r is not null
  )
  insert into public.events
      (organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data, logged_at)
    select n.organization_id, n.seq - cardinality(e.types) + e.nth, e.ids[e.nth], e.types[e.nth], n.at, n.number,
           n.capture->'actor', n.data || jsonb_build_object('lifecycle_number', n.number), n.logged_at
    from numbered n
    cross join lateral (
      select nth, given.types, given.ids
      from (select (n.capture->>'types')::text[] as types, (n.capture->>'event_ids')::uuid[] as ids) as given
      cross join lateral generate_subscripts(given.types, 1) as nth
    ) as e;

  v_is_together := public.end_captures();
  return query
    select of_place.place, v_left[of_place.place], public.lifecycle_number(w.ordinal)
    from generate_subscripts(p_organization_ids, 1) as of_place (place)
    left join unnest(v_places, v_ordinals) as w (place, ordinal) on w.place = of_place.place;
end $$;

create or replace function insert_leads_batch(
  p_organization_id uuid, p_at timestamptz, p_actor jsonb, p_leads jsonb, p_lead_ids uuid[], p_keys bigint[],
  p_key_rows integer[]
) returns text[]
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_before bigint;
  v_numbers text[];
  v_event_ids uuid[];
  v_types text[];
  v_event_numbers text[];
  v_data jsonb[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.contact_keys (organization_id, key, contact_id)
  select p_organization_id, k.key, p_lead_ids[k.lead_row]
  from unnest(p_keys, p_key_rows) as k (key, lead_row)
  order by k.key;

  v_before := public.take_lifecycle_ordinals(p_organization_id, cardinality(p_lead_ids));
  select array_agg(public.lifecycle_number(v_before + lead_row) order by lead_row) into v_numbers
    from generate_series(1, cardinality(p_lead_ids)) as lead_row;

  with numbered as materialized (
    select l.lead_row, l.lead, v_numbers[l.lead_row] as number,
           case when l.lead->>'duplicate_row' is null then l.lead->'data'
                else jsonb_set(l.lead->'data', '{duplicate_match,lifecycle_number}',
                  to_jsonb(v_numbers[(l.lead->>'duplicate_row')::integer])) end as data
    from jsonb_array_elements(p_leads) with ordinality as l (lead, lead_row)
  ), inserted as (
    insert into public.leads (organization_id, lead_id, lifecycle_number, name, phone, email, source,
                              service_needed, address, notes, status, qualified_at, duplicate_of,
                              duplicate_match, source_ref, consent, search_text, customer_id, relation,
                              language, metadata, attribution, created_at, updated_at)
    select p_organization_id, p_lead_ids[lead_row], number, data->>'name', data->>'phone', data->>'email',
           data->>'source', data->>'service_needed', data->>'address', data->>'notes', data->>'status',
           (data->>'qualified_at')::timestamptz, (lead->>'duplicate_of')::uuid,
           nullif(data->'duplicate_match', 'null'::jsonb), data->>'source_ref', lead->'consent',
           lead->>'search_text', (lead->>'customer_id')::uuid, data->>'relation', data->>'language',
           nullif(data->'metadata', '{}'), nullif(data->'attribution', '{}'), p_at, p_at
    from numbered
  )
  select array_agg(e.event_id order by n.lead_row, e.place), array_agg(e.type order by n.lead_row, e.place),
         array_agg(n.number order by n.lead_row, e.place), array_agg(n.data order by n.lead_row, e.place)
    into v_event_ids, v_types, v_event_numbers, v_data
    from numbered n
    cross join lateral (values
      (1, 'lead.created', (n.lead->>'created_event_id')::uuid),
      (2, 'lead.qualified', (n.lead->>'qualified_event_id')::uuid)) as e (place, type, event_id)
    where e.event_id is not null;

  insert into public.lifecycle_activity (organization_id, lifecycle_number, last_activity_at)
    select p_organization_id, number, p_at from unnest(v_numbers) as number;
  perform public.append_events_batch(p_organization_id, p_at, p_actor, v_event_ids, v_types, v_event_numbers, v_data);
  return v_numbers;
end $$;

-- ── Privacy ─────────────────────────────────────────────────────────────────────────────────────

-- Organizations choose the keys of metadata, so any value can be personal and all of them are erased.
create or replace function erased_json(p_value jsonb, p_field text, p_keep text[], p_pattern text) returns jsonb
  language plpgsql immutable parallel safe as $$
declare
  v_keep text[] := case when p_keep is null then null
                        when p_field in ('input', 'output', 'metadata', 'attribution') then '{}'
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

create or replace function erase_contacts(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
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
  -- They are unique, so each mark has a number.
  update public.contact_points c set value = '[erased] ' || numbered.place
    from (
      select p.contact_id, p.kind, p.value, row_number() over (partition by p.contact_id, p.kind order by p.value) as place
      from public.contact_points p
      where p.organization_id = p_erasure.organization_id
        and p.contact_id = any (p_erasure.lead_ids || p_erasure.customer_ids) and p.value not like '[erased] %'
    ) as numbered
    where c.organization_id = p_erasure.organization_id and c.contact_id = numbered.contact_id
      and c.kind = numbered.kind and c.value = numbered.value;
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
        lost_reason = case when l.lost_reason is not null then '[erased]' end,
        metadata = public.erased_json(l.metadata, 'metadata', '{}', p_pattern),
        attribution = public.erased_json(l.attribution, 'attribution', '{}', p_pattern),
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

drop trigger leads_stay_erased on leads;
create trigger leads_stay_erased before update on leads
  for each row when (
    old.erasure_id is not null
    and (old.name, old.phone, old.email, old.source_ref, old.address, old.notes, old.consent, old.status,
         old.unqualified_reason, old.lost_reason, old.merged_into, old.customer_id, old.erasure_id, old.metadata,
         old.attribution)
      is distinct from (new.name, new.phone, new.email, new.source_ref, new.address, new.notes, new.consent,
         new.status, new.unqualified_reason, new.lost_reason, new.merged_into, new.customer_id, new.erasure_id,
         new.metadata, new.attribution)
    and (current_setting('app.erasing', true) is distinct from 'on' or current_user = 'throughline_app'))
  execute function refuse_erased_person();
