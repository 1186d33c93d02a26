-- Captures that arrive together are one statement, also of several organizations: a statement of its own for each takes
-- PostgreSQL and the service twice the time, because most of it is not spent on the data. See decision 78.

-- Only these functions set it, for the time that they run. For every other function that runs as the owner, the policy on
-- the tenant stays the only one that allows something.
do $$
declare
  v_table text;
begin
  foreach v_table in array array['contact_keys', 'contact_points', 'events', 'idempotency_keys', 'leads', 'lifecycle_activity',
    'organization_counters', 'public_leads']
  loop
    execute format(
      'create policy owner_captures on public.%I to current_user using (current_setting(''app.captures'', true) = ''together'')',
      v_table);
  end loop;
end $$;

create function begin_captures() returns boolean
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  if nullif(current_setting('app.organization_id', true), '') is not null then
    raise exception 'a transaction of one organization cannot read or write others' using errcode = 'insufficient_privilege';
  end if;
  return set_config('app.captures', 'together', true) is not null;
end $$;

create function end_captures() returns boolean
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  return set_config('app.captures', '', true) is not null;
end $$;

-- probe_leads (0034) for each of the captures.
create function probe_leads_of_many(
  p_organization_ids uuid[], p_exact bigint[], p_exact_ends integer[], p_others bigint[], p_other_ends integer[]
)
  returns table (
    place integer, left_for text, contact_id uuid, lead_id uuid, lifecycle_number text, customer_id uuid, is_merged boolean,
    name text, phone text, email text, address text,
    root_lead_id uuid, root_lifecycle_number text, root_customer_id uuid)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
#variable_conflict use_column
declare
  v_is_together boolean := public.begin_captures();
  v_is_plain boolean;
  v_others uuid[];
  v_other_places integer[];
begin
  is_merged := false;
  -- A lead is looked up as a range in order: only the primary key has that order. See probe_leads.
  for place, v_is_plain, contact_id, lead_id, lifecycle_number, name, phone, email, address in
    select found.place::integer,
           l.merged_into is null and l.duplicate_of is null and l.customer_id is null and l.deleted_at is null
             and l.erasure_id is null and past.is_any is null,
           found.contact_id, l.lead_id, l.lifecycle_number, l.name, l.phone, l.email, l.address
    from (
      select one.place, one.organization_id, behind.contact_id
      from unnest(p_organization_ids, p_exact_ends, p_other_ends) with ordinality
        as one (organization_id, exact_end, other_end, place)
      cross join lateral (
        select of_key.contact_id
        from unnest(p_exact[coalesce(p_exact_ends[one.place - 1], 0) + 1:one.exact_end]) as exact (key)
        cross join lateral (
          select k.contact_id from public.contact_keys k
          where k.organization_id = one.organization_id and k.key = exact.key
          order by k.contact_id limit 20
        ) as of_key
        union
        (select k.contact_id from public.contact_keys k
         where k.organization_id = one.organization_id
           and k.key = any (p_others[coalesce(p_other_ends[one.place - 1], 0) + 1:one.other_end]) limit 300)
      ) as behind
    ) as found
    left join lateral (
      select * from public.leads one
      where one.organization_id = found.organization_id
        and one.lead_id >= found.contact_id and one.lead_id <= found.contact_id
      order by one.lead_id limit 1
    ) as l on true
    left join lateral (
      select true as is_any from public.contact_points point
      where point.organization_id = found.organization_id and point.contact_id = found.contact_id limit 1
    ) as past on true
  loop
    if v_is_plain and lead_id is not null then
      return next;
    else
      v_others := v_others || contact_id;
      v_other_places := v_other_places || place;
    end if;
  end loop;
  v_is_together := public.end_captures();
  if v_others is null then
    return;
  end if;
  for place, v_others in
    select of_place.place, array_agg(of_place.contact_id)
    from unnest(v_other_places, v_others) as of_place (place, contact_id) group by of_place.place
  loop
    perform set_config('app.organization_id', p_organization_ids[place]::text, true);
    return query
      select place, null::text, c.* from public.candidates_of(p_organization_ids[place], v_others) as c;
  end loop;
  perform set_config('app.organization_id', '', true);
end $$;

-- find_response (0034) for each of the requests.
create function find_responses_of_many(p_organization_ids uuid[], p_routes text[], p_idempotency_keys text[])
  returns table (place integer, left_for text, request_hash bytea, status smallint, response jsonb, sealed_response bytea)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = 'force_generic_plan' as $$
#variable_conflict use_column
declare
  v_is_together boolean := public.begin_captures();
begin
  return query
    select one.place::integer, null::text, k.request_hash, k.status, k.response, k.sealed_response
    from unnest(p_organization_ids, p_routes, p_idempotency_keys) with ordinality
      as one (organization_id, route, idempotency_key, place)
    cross join lateral (
      select * from public.idempotency_keys k
      where k.organization_id = one.organization_id and k.route = one.route and k.idempotency_key = one.idempotency_key
      limit 1
    ) as k;
  v_is_together := public.end_captures();
end $$;

-- capture_lead (0034) for each of the captures. It never waits, so that no organization waits for another one: what is
-- locked by another transaction is left for capture_lead itself. A contact that someone else has captured since the probe
-- is left for another attempt. No two of the captures have a lock or an Idempotency-Key in common.
create function capture_leads_of_many(
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
                              duplicate_match, consent, search_text, relation, language, created_at, updated_at)
      select n.organization_id, n.lead_id, n.number, n.data->>'name', n.data->>'phone', n.data->>'email',
             n.data->>'source', n.data->>'service_needed', n.data->>'address', n.data->>'notes', n.data->>'status',
             (n.data->>'qualified_at')::timestamptz, (n.capture->>'duplicate_of')::uuid,
             nullif(n.data->'duplicate_match', 'null'::jsonb), n.capture->'consent', n.capture->>'search_text', 'new',
             n.data->>'language', n.at, n.at
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

-- Only the owner's policies know the setting, and only as the owner it means something: the functions above.
revoke execute on function begin_captures, end_captures from public;
grant execute on function probe_leads_of_many, find_responses_of_many, capture_leads_of_many to throughline_app;
