-- Leads and customers: who asked, who bought, and who is the same person as whom.

create table leads (
  organization_id    uuid not null references organizations,
  lead_id            uuid not null,
  lifecycle_number   text not null,
  name               text,
  phone              text,
  email              text,
  source             text not null,
  -- The id of the lead in another system: if it is sent again with the same source, it is the same lead.
  source_ref         text,
  service_needed     text not null,
  address            text,
  notes              text,
  -- By channel: granted or denied, when, where, and with which wording. Channels never asked about are missing.
  consent            jsonb not null default '{}',
  status             text not null check (status in ('new', 'qualified', 'unqualified', 'converted')),
  qualified_at       timestamptz,
  unqualified_reason text,
  first_contacted_at timestamptz,
  converted_at       timestamptz,
  customer_id        uuid,
  assigned_to        uuid,
  duplicate_of       uuid,
  -- What was found at capture: which lead it matched, how well, and why.
  duplicate_match    jsonb,
  -- The lead that replaces this one, after a user merged the two.
  merged_into        uuid,
  -- Checked by a search after a key has found the lead: its words, mailbox and digits.
  search_text        text not null default '',
  deleted_at         timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  primary key (organization_id, lead_id),
  constraint leads_lifecycle_number_unique unique (organization_id, lifecycle_number),
  foreign key (organization_id, assigned_to) references users,
  foreign key (organization_id, duplicate_of) references leads,
  foreign key (organization_id, merged_into) references leads,
  constraint lead_has_contact_channel check (phone is not null or email is not null),
  constraint lead_unqualified_for_a_reason check ((status = 'unqualified') = (unqualified_reason is not null)),
  constraint lead_qualified_at_a_time check (status not in ('qualified', 'converted') or qualified_at is not null),
  constraint lead_converted_to_a_customer check (
    (status = 'converted') = (customer_id is not null) and (status = 'converted') = (converted_at is not null)),
  constraint lead_duplicate_of_a_match check ((duplicate_of is null) = (duplicate_match is null)),
  constraint lead_not_merged_into_itself check (merged_into <> lead_id)
);
create unique index leads_source_ref_unique on leads (organization_id, source, source_ref)
  where source_ref is not null;

-- Every filter of the list uses one index that ends in lead_id, the order of the list. Lists leave out
-- deleted and merged leads, so whether a lead is one of them is part of the key: a list skips such leads
-- instead of reading them.
create index leads_living on leads (organization_id, lead_id) where deleted_at is null and merged_into is null;
create index leads_by_status on leads
  (organization_id, status, (deleted_at is null and merged_into is null), lead_id);
create index leads_by_source on leads
  (organization_id, source, status, (deleted_at is null and merged_into is null), lead_id);
create index leads_by_assignee on leads
  (organization_id, assigned_to, (deleted_at is null and merged_into is null), lead_id)
  where assigned_to is not null;
create index leads_assigned on leads
  (organization_id, (deleted_at is null and merged_into is null), lead_id) where assigned_to is not null;
create index leads_unassigned on leads
  (organization_id, (deleted_at is null and merged_into is null), lead_id) where assigned_to is null;
-- Few leads are merged, and a lifecycle queries which ones were merged into its lead.
create index leads_merged on leads (organization_id, merged_into, lead_id) where merged_into is not null;
select guard_tenant_table('leads');
grant select, insert, update on leads to throughline_app;

-- A customer is a converted lead, under the same number.
create table customers (
  organization_id  uuid not null references organizations,
  customer_id      uuid not null,
  lifecycle_number text not null,
  lead_id          uuid not null,
  name             text,
  phone            text,
  email            text,
  address          text,
  consent          jsonb not null default '{}',
  do_not_contact   boolean not null default false,
  search_text      text not null default '',
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, customer_id),
  -- One customer per lead, under the lead's own number: conversion cannot happen twice.
  constraint customers_lead_unique unique (organization_id, lead_id),
  constraint customers_lifecycle_number_unique unique (organization_id, lifecycle_number),
  foreign key (organization_id, lead_id) references leads,
  foreign key (organization_id, lifecycle_number) references leads (organization_id, lifecycle_number)
);
-- A lead and its customer refer to each other.
alter table leads add foreign key (organization_id, customer_id) references customers;
select guard_tenant_table('customers');
grant select, insert, update on customers to throughline_app;

-- What a merge changed, so that it can be undone exactly.
create table lead_merges (
  organization_id uuid not null,
  merge_id        uuid not null,
  lead_id         uuid not null,
  into_lead_id    uuid not null,
  -- For the lead that was kept: each field that changed, before and after.
  changes         jsonb not null,
  merged_at       timestamptz not null,
  unmerged_at     timestamptz,
  primary key (organization_id, merge_id),
  foreign key (organization_id, lead_id) references leads,
  foreign key (organization_id, into_lead_id) references leads
);
create unique index lead_merged_once on lead_merges (organization_id, lead_id) where unmerged_at is null;
create index lead_merges_by_target on lead_merges (organization_id, into_lead_id, merge_id)
  where unmerged_at is null;
select guard_tenant_table('lead_merges');
grant select, insert, update on lead_merges to throughline_app;

-- ── Finding duplicates ──────────────────────────────────────────────────────────────────────────

-- Duplicates and searches are found only by equality. A contact stores a limited number of keys (64-bit hashes of
-- what it can be recognized or searched by); a new lead looks up a few hundred of its own. No key that a new lead
-- looks up is a name alone or a part of a phone number alone, so such a key has few rows, no matter how many leads
-- there are.
create table contact_keys (
  organization_id uuid not null,
  key             bigint not null,
  -- A lead or a customer: the kinds of their keys differ. No foreign key: it would be checked for every key
  -- of a capture. Keys are written in one transaction with the lead or customer, which is never deleted.
  contact_id      uuid not null,
  primary key (organization_id, key, contact_id)
);
select guard_tenant_table('contact_keys', 'deletable');
grant select, insert on contact_keys to throughline_app;

-- The current lead for this one: itself, or the one at the end of its merges.
create function standing_lead(p_organization_id uuid, p_lead_id uuid) returns uuid
  language plpgsql stable as $$
declare
  v_lead_id uuid := p_lead_id;
  v_into uuid;
begin
  loop
    select merged_into into v_into from public.leads
      where organization_id = p_organization_id and lead_id = v_lead_id;
    if v_into is null then
      return v_lead_id;
    end if;
    v_lead_id := v_into;
  end loop;
end $$;

-- Waits for any running capture of the same phone or mailbox, then finds the candidates: the second statement of a
-- volatile function sees what was committed while the first one waited.
--
-- For the lead's own phone and mailbox it reads the twenty oldest each, because a switchboard's number belongs to
-- thousands of leads; for all other keys together at most 300. One scan for all of them takes 120 µs; one scan per
-- key took 680 µs. A merged candidate is replaced by the lead it was merged into, and every candidate by the oldest
-- of its chain, following certain matches only: with likely ones, a relative's lead would be mistaken for the
-- wrong person. The limits of 1 make each lead a separate lookup: as plain joins, on a database without statistics,
-- they read the whole table.
create function probe_leads(p_organization_id uuid, p_locks bigint[], p_exact bigint[], p_probes bigint[])
  returns table (
    lead_id uuid, lifecycle_number text, customer_id uuid, is_merged boolean,
    name text, phone text, email text, address text,
    root_lead_id uuid, root_lifecycle_number text, root_customer_id uuid)
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  perform pg_advisory_xact_lock(hashint8extended(lock, hashtextextended(p_organization_id::text, 0)))
    from unnest(p_locks) as lock;
  return query
   with found as (
     select behind.contact_id
     from unnest(p_exact) as exact (key)
     cross join lateral (
       select k.contact_id from public.contact_keys k
       where k.organization_id = p_organization_id and k.key = exact.key
       order by k.contact_id limit 20
     ) as behind
     union
     (select k.contact_id from public.contact_keys k
      where k.organization_id = p_organization_id and k.key = any (p_probes) limit 300)
   )
   select l.lead_id, l.lifecycle_number, l.customer_id, l.merged_into is not null,
          l.name, l.phone, l.email, l.address,
          root.lead_id, root.lifecycle_number, root.customer_id
   from found
   cross join lateral (
     select * from public.leads l
     where l.organization_id = p_organization_id and l.lead_id = found.contact_id and l.deleted_at is null
     limit 1
   ) as l
   -- Computed once: as a condition of the join it could be evaluated again for every lead.
   cross join lateral (
     select case
       when l.merged_into is not null then public.standing_lead(p_organization_id, l.merged_into)
       when l.duplicate_match->>'confidence' = 'certain'
         then public.standing_lead(p_organization_id, l.duplicate_of) end as lead_id
     offset 0
   ) as chain
   left join lateral (
     select * from public.leads r
     where r.organization_id = p_organization_id and r.lead_id = chain.lead_id and r.deleted_at is null
     limit 1
   ) as root on true
   where l.merged_into is null or root.lead_id is not null
   order by l.lead_id;
end $$;

-- ── Writing a lead ──────────────────────────────────────────────────────────────────────────────

-- Writes the keys, then the lead with its number, which it returns. The counter is locked here, after the keys are
-- written, and released by the commit: there is no round trip in between.
create function insert_lead(
  p_organization_id uuid, p_lead_id uuid, p_name text, p_phone text, p_email text, p_source text,
  p_service_needed text, p_address text, p_notes text, p_status text, p_at timestamptz,
  p_qualified_at timestamptz, p_duplicate_of uuid, p_duplicate_match jsonb, p_keys bigint[],
  p_source_ref text, p_consent jsonb, p_search_text text
) returns text
  language plpgsql volatile as $$
declare
  v_number text;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.contact_keys (organization_id, key, contact_id)
    select p_organization_id, key, p_lead_id from unnest(p_keys) as key;
  insert into public.leads (organization_id, lead_id, lifecycle_number, name, phone, email, source,
                            service_needed, address, notes, status, qualified_at, duplicate_of,
                            duplicate_match, source_ref, consent, search_text, created_at, updated_at)
    values (p_organization_id, p_lead_id, public.next_lifecycle_number(p_organization_id), p_name, p_phone,
            p_email, p_source, p_service_needed, p_address, p_notes, p_status, p_qualified_at, p_duplicate_of,
            p_duplicate_match, p_source_ref, p_consent, p_search_text, p_at, p_at)
    returning lifecycle_number into v_number;
  perform public.assign_number('lifecycle_number', v_number);
  return v_number;
end $$;

-- Adds keys of a contact; existing ones stay.
create function add_contact_keys(p_organization_id uuid, p_contact_id uuid, p_keys bigint[]) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.contact_keys (organization_id, key, contact_id)
    select p_organization_id, key, p_contact_id from unnest(p_keys) as key
    on conflict do nothing;
end $$;

-- ── Many leads at once ──────────────────────────────────────────────────────────────────────────

-- probe_leads for many leads: waits for any capture of one of their phones or mailboxes, and finds the
-- candidates of all of them, each with the keys it was found by. The locks are sorted, as everywhere. A key that
-- no lead has costs one index lookup, so one scan is used for all of them; a custom plan for every array would
-- estimate each key separately, which takes longer than the scan.
create function probe_leads_batch(p_organization_id uuid, p_locks bigint[], p_exact bigint[], p_probes bigint[])
  returns table (
    lead_id uuid, lifecycle_number text, customer_id uuid, is_merged boolean,
    name text, phone text, email text, address text,
    root_lead_id uuid, root_lifecycle_number text, root_customer_id uuid, keys text[])
  language plpgsql volatile set plan_cache_mode = 'force_generic_plan' as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  perform pg_advisory_xact_lock(hashint8extended(lock, hashtextextended(p_organization_id::text, 0)))
    from unnest(p_locks) as lock;
  return query
   with found as (
     select pair.contact_id, array_agg(pair.key::text) as keys
     from (
       select behind.contact_id, exact.key
       from unnest(p_exact) as exact (key)
       cross join lateral (
         select k.contact_id from public.contact_keys k
         where k.organization_id = p_organization_id and k.key = exact.key
         order by k.contact_id limit 300
       ) as behind
       union all
       (select k.contact_id, k.key from public.contact_keys k
        where k.organization_id = p_organization_id and k.key = any (p_probes) limit 30000)
     ) as pair
     group by pair.contact_id
   )
   select l.lead_id, l.lifecycle_number, l.customer_id, l.merged_into is not null,
          l.name, l.phone, l.email, l.address,
          root.lead_id, root.lifecycle_number, root.customer_id, found.keys
   from found
   cross join lateral (
     select * from public.leads l
     where l.organization_id = p_organization_id and l.lead_id = found.contact_id and l.deleted_at is null
     limit 1
   ) as l
   cross join lateral (
     select case
       when l.merged_into is not null then public.standing_lead(p_organization_id, l.merged_into)
       when l.duplicate_match->>'confidence' = 'certain'
         then public.standing_lead(p_organization_id, l.duplicate_of) end as lead_id
     offset 0
   ) as chain
   left join lateral (
     select * from public.leads r
     where r.organization_id = p_organization_id and r.lead_id = chain.lead_id and r.deleted_at is null
     limit 1
   ) as root on true
   where l.merged_into is null or root.lead_id is not null
   order by l.lead_id;
end $$;

-- Writes many leads as a capture writes one: their keys first, then, with the organization's counter, the
-- leads with their numbers and their events. Returns the numbers. A lead that duplicates an earlier one of the same
-- batch refers to it by its row, since its number is known only here. It runs as its owner, because the policy of
-- the keys' table would be checked for each of about twenty keys per lead.
create function insert_leads_batch(
  p_organization_id uuid, p_at timestamptz, p_actor jsonb, p_leads jsonb, p_lead_ids uuid[], p_keys bigint[],
  p_key_rows integer[]
) returns text[]
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
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
                              duplicate_match, source_ref, consent, search_text, created_at, updated_at)
    select p_organization_id, p_lead_ids[lead_row], number, data->>'name', data->>'phone', data->>'email',
           data->>'source', data->>'service_needed', data->>'address', data->>'notes', data->>'status',
           (data->>'qualified_at')::timestamptz, (lead->>'duplicate_of')::uuid,
           nullif(data->'duplicate_match', 'null'::jsonb), data->>'source_ref', lead->'consent',
           lead->>'search_text', p_at, p_at
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

  perform public.append_events_batch(p_organization_id, p_at, p_actor, v_event_ids, v_types, v_event_numbers, v_data);
  return v_numbers;
end $$;

grant execute on function standing_lead, probe_leads, probe_leads_batch, insert_lead, add_contact_keys,
  insert_leads_batch to throughline_app;
