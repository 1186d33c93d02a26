-- One person, many requests: a lead is one request, and a customer is one person with any number of them.

-- Null: the organization's.
alter table leads add column language text check (language in ('en', 'es', 'fr', 'de', 'pt'));
alter table customers add column language text check (language in ('en', 'es', 'fr', 'de', 'pt'));

-- ── Leads of a customer ─────────────────────────────────────────────────────────────────────────

-- A lead belongs to a customer from its capture (a certain match), from its conversion, or because a user attached it.
alter table leads drop constraint lead_converted_to_a_customer;
alter table leads add constraint lead_converted_to_a_customer check (
  (status = 'converted') = (converted_at is not null) and (status <> 'converted' or customer_id is not null));
-- `returning`: the person was a customer already.
alter table leads add column relation text not null default 'new' check (relation in ('new', 'returning'));
alter table leads add constraint lead_returns_to_a_customer check (relation = 'new' or customer_id is not null);
-- Customers that a user detached this lead from: it is never attached to them again automatically.
alter table leads add column detached_from uuid[] not null default '{}';
create index leads_by_customer on leads (organization_id, customer_id, lead_id) where customer_id is not null;

-- Two customers that turned out to be one person: this one is represented by the other.
alter table customers add column merged_into uuid;
alter table customers add constraint customers_organization_id_merged_into_fkey
  foreign key (organization_id, merged_into) references customers deferrable initially immediate;
alter table customers add constraint customer_not_merged_into_itself check (merged_into <> customer_id);
create index customers_merged on customers (organization_id, merged_into) where merged_into is not null;
-- The merge of two leads can merge their customers, and its undo separates them again.
alter table lead_merges add column merged_customer_id uuid;
alter table lead_merges add foreign key (organization_id, merged_customer_id) references customers;

-- Phone numbers and mailboxes that a lead or a customer had before. The current ones are columns of the contact.
create table contact_points (
  organization_id uuid not null references organizations,
  -- A lead or a customer.
  contact_id      uuid not null,
  kind            text not null check (kind in ('phone', 'email')),
  value           text not null,
  valid_until     timestamptz not null,
  primary key (organization_id, contact_id, kind, value)
);
select guard_tenant_table('contact_points');
grant select, insert, update on contact_points to throughline_app;
grant select on contact_points to throughline_own;

-- Writes the phone or mailbox that a contact no longer has.
create function end_contact_point(
  p_organization_id uuid, p_contact_id uuid, p_kind text, p_value text, p_at timestamptz
) returns void
  language plpgsql volatile as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  if p_value is null then
    return;
  end if;
  insert into public.contact_points (organization_id, contact_id, kind, value, valid_until)
    values (p_organization_id, p_contact_id, p_kind, p_value, p_at)
    on conflict (organization_id, contact_id, kind, value) do update set valid_until = excluded.valid_until;
end $$;

-- A phone or a mailbox that is replaced stays known, except when an erasure replaces it.
create function keep_past_contact() returns trigger
  language plpgsql as $$
declare
  v_contact_id constant uuid := to_jsonb(new)->>tg_argv[0];
begin
  if current_setting('app.erasing', true) = 'on' and current_user <> 'throughline_app' then
    return new;
  end if;
  if old.phone is distinct from new.phone then
    perform public.end_contact_point(new.organization_id, v_contact_id, 'phone', old.phone, new.updated_at);
  end if;
  if old.email is distinct from new.email then
    perform public.end_contact_point(new.organization_id, v_contact_id, 'email', old.email, new.updated_at);
  end if;
  return new;
end $$;
create trigger leads_keep_past_contact after update on leads
  for each row when (old.phone is distinct from new.phone or old.email is distinct from new.email)
  execute function keep_past_contact('lead_id');
create trigger customers_keep_past_contact after update on customers
  for each row when (old.phone is distinct from new.phone or old.email is distinct from new.email)
  execute function keep_past_contact('customer_id');

-- The customer that represents this one: itself, or the one at the end of its merges.
create function standing_customer(p_organization_id uuid, p_customer_id uuid) returns uuid
  language plpgsql stable as $$
declare
  v_customer_id uuid := p_customer_id;
  v_into uuid;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  loop
    select merged_into into v_into from public.customers
      where organization_id = p_organization_id and customer_id = v_customer_id;
    if v_into is null then
      return v_customer_id;
    end if;
    v_customer_id := v_into;
  end loop;
end $$;

-- The customer and those merged into it.
create function merged_customers(p_organization_id uuid, p_customer_id uuid) returns uuid[]
  language plpgsql stable as $$
declare
  v_ids uuid[] := array[p_customer_id];
  v_more uuid[] := array[p_customer_id];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  loop
    select array_agg(c.customer_id) into v_more from public.customers c
      where c.organization_id = p_organization_id and c.merged_into = any (v_more);
    exit when v_more is null;
    v_ids := v_ids || v_more;
  end loop;
  return v_ids;
end $$;

-- All requests of a customer: its leads, and the leads merged into them. Oldest first. Ids are variables, here and below:
-- with row-level security, a function in a condition runs for every row. One plan for all calls: planned for each list of
-- ids again, a call took three times as long.
create function leads_of_customer(p_organization_id uuid, p_customer_id uuid) returns setof leads
  language plpgsql stable rows 3 set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_customers constant uuid[] := public.merged_customers(p_organization_id, p_customer_id);
  v_ids uuid[];
  v_more uuid[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  select array_agg(l.lead_id) into v_ids from public.leads l
    where l.organization_id = p_organization_id and l.customer_id = any (v_customers);
  v_more := v_ids;
  loop
    select array_agg(l.lead_id) into v_more from public.leads l
      where l.organization_id = p_organization_id and l.merged_into = any (v_more) and l.lead_id <> all (v_ids);
    exit when v_more is null;
    v_ids := v_ids || v_more;
  end loop;
  return query select l.* from public.leads l
    where l.organization_id = p_organization_id and l.lead_id = any (v_ids) order by l.lead_id;
end $$;

create function lifecycle_numbers_of(p_organization_id uuid, p_customer_id uuid) returns text[]
  language plpgsql stable as $$
begin
  return array(select l.lifecycle_number from public.leads_of_customer(p_organization_id, p_customer_id) as l);
end $$;

-- Every phone and mailbox of a customer: its own, and those of its requests. One that the customer no longer has is
-- not valid anymore, even if a request still names it.
create function contact_points_of(p_organization_id uuid, p_customer_id uuid) returns jsonb
  language plpgsql stable set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_customers constant uuid[] := public.merged_customers(p_organization_id, p_customer_id);
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return (
    with people as (
      select c.customer_id as contact_id, c.phone, c.email, true as is_customer from public.customers c
        where c.organization_id = p_organization_id
          and c.customer_id = any (v_customers)
      union all
      select l.lead_id, l.phone, l.email, false from public.leads_of_customer(p_organization_id, p_customer_id) as l
    ), points as (
      select 'phone' as kind, p.phone as value, p.is_customer, null::timestamptz as valid_until from people p
        where p.phone is not null
      union all
      select 'email', p.email, p.is_customer, null from people p where p.email is not null
      union all
      select c.kind, c.value, p.is_customer, c.valid_until from people p
        join public.contact_points c on c.organization_id = p_organization_id and c.contact_id = p.contact_id
    ), each as (
      select kind, value,
             case when bool_or(is_customer and valid_until is null) then null
                  when bool_or(is_customer) then max(valid_until) filter (where is_customer)
                  when bool_or(valid_until is null) then null
                  else max(valid_until) end as valid_until
      from points group by kind, value
    )
    select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'valid_until', valid_until)
                              order by valid_until desc nulls first, kind desc, value), '[]')
    from each);
end $$;

grant execute on function end_contact_point, standing_customer, merged_customers, leads_of_customer,
  lifecycle_numbers_of, contact_points_of to throughline_app, throughline_own;

-- ── Finding the person of a new lead ────────────────────────────────────────────────────────────

-- Which contacts the keys found, one row per variant: a lead or a customer as it is now, and with each phone and
-- mailbox that it had before. A lead that is deleted still finds its customer. Customers find themselves by keys of
-- their own. The limits of 1 make each contact a separate lookup: see probe_leads.
create function candidates_of(p_organization_id uuid, p_contact_ids uuid[])
  returns table (
    contact_id uuid, lead_id uuid, lifecycle_number text, customer_id uuid, is_merged boolean,
    name text, phone text, email text, address text,
    root_lead_id uuid, root_lifecycle_number text, root_customer_id uuid)
  language plpgsql stable set plan_cache_mode = 'force_generic_plan' as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return query
   with contact as materialized (
     select l.lead_id as contact_id, l.lead_id, l.lifecycle_number, l.customer_id, l.merged_into is not null as is_merged,
            l.name, l.phone, l.email, l.address, root.lead_id as root_lead_id,
            root.lifecycle_number as root_lifecycle_number, root.customer_id as root_customer_id
     from unnest(p_contact_ids) as found (contact_id)
     cross join lateral (
       select * from public.leads l
       where l.organization_id = p_organization_id and l.lead_id = found.contact_id and l.erasure_id is null
         and (l.deleted_at is null or l.customer_id is not null)
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
       where r.organization_id = p_organization_id and r.lead_id = chain.lead_id and r.erasure_id is null
         and (r.deleted_at is null or r.customer_id is not null)
         and (l.detached_from = '{}' or r.customer_id is null or r.customer_id <> all (l.detached_from))
       limit 1
     ) as root on true
     where l.merged_into is null or root.lead_id is not null
     union all
     select c.customer_id, c.lead_id, c.lifecycle_number, c.customer_id, false, c.name, c.phone, c.email, c.address,
            null, null, null
     from unnest(p_contact_ids) as found (contact_id)
     cross join lateral (
       select * from public.customers c
       where c.organization_id = p_organization_id and c.customer_id = found.contact_id and c.erasure_id is null
       limit 1
     ) as c
   )
   select c.contact_id, c.lead_id, c.lifecycle_number,
          case when c.customer_id is not null then public.standing_customer(p_organization_id, c.customer_id) end,
          c.is_merged, c.name, variant.phone, variant.email, c.address, c.root_lead_id, c.root_lifecycle_number,
          case when c.root_customer_id is not null
            then public.standing_customer(p_organization_id, c.root_customer_id) end
   from contact c
   cross join lateral (
     select c.phone, c.email
     union all
     select case past.kind when 'phone' then past.value else c.phone end,
            case past.kind when 'email' then past.value else c.email end
     from public.contact_points past
     where past.organization_id = p_organization_id and past.contact_id = c.contact_id
   ) as variant
   order by c.lead_id, c.contact_id;
end $$;

-- As before, with customers and past contact details.
drop function probe_leads;
create function probe_leads(p_organization_id uuid, p_locks bigint[], p_exact bigint[], p_probes bigint[])
  returns table (
    contact_id uuid, lead_id uuid, lifecycle_number text, customer_id uuid, is_merged boolean,
    name text, phone text, email text, address text,
    root_lead_id uuid, root_lifecycle_number text, root_customer_id uuid)
  language plpgsql volatile as $$
declare
  v_found uuid[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  perform pg_advisory_xact_lock(hashint8extended(lock, hashtextextended(p_organization_id::text, 0)))
    from unnest(p_locks) as lock;
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
     where k.organization_id = p_organization_id and k.key = any (p_probes) limit 300)
  ) as found;
  if v_found is null then
    return;
  end if;
  return query select * from public.candidates_of(p_organization_id, v_found);
end $$;

drop function probe_leads_batch;
create function probe_leads_batch(p_organization_id uuid, p_locks bigint[], p_exact bigint[], p_probes bigint[])
  returns table (
    contact_id uuid, lead_id uuid, lifecycle_number text, customer_id uuid, is_merged boolean,
    name text, phone text, email text, address text,
    root_lead_id uuid, root_lifecycle_number text, root_customer_id uuid, keys text)
  language plpgsql volatile set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_found uuid[];
  v_keys text[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  perform pg_advisory_xact_lock(hashint8extended(lock, hashtextextended(p_organization_id::text, 0)))
    from unnest(p_locks) as lock;
  select array_agg(one.contact_id), array_agg(one.keys) into v_found, v_keys from (
    select pair.contact_id, string_agg(pair.key::text, ' ') as keys
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
  ) as one;
  if v_found is null then
    return;
  end if;
  return query
    select c.*, f.keys
    from public.candidates_of(p_organization_id, v_found) as c
    join unnest(v_found, v_keys) as f (contact_id, keys) on f.contact_id = c.contact_id
    order by c.lead_id, c.contact_id;
end $$;

-- As before, with the customer that the lead belongs to.
drop function insert_lead;
create function insert_lead(
  p_organization_id uuid, p_lead_id uuid, p_name text, p_phone text, p_email text, p_source text,
  p_service_needed text, p_address text, p_notes text, p_status text, p_at timestamptz,
  p_qualified_at timestamptz, p_duplicate_of uuid, p_duplicate_match jsonb, p_keys bigint[],
  p_source_ref text, p_consent jsonb, p_search_text text, p_customer_id uuid, p_language text
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
                            duplicate_match, source_ref, consent, search_text, customer_id, relation,
                            language, created_at, updated_at)
    values (p_organization_id, p_lead_id, public.next_lifecycle_number(p_organization_id), p_name, p_phone,
            p_email, p_source, p_service_needed, p_address, p_notes, p_status, p_qualified_at, p_duplicate_of,
            p_duplicate_match, p_source_ref, p_consent, p_search_text, p_customer_id,
            case when p_customer_id is null then 'new' else 'returning' end, p_language, p_at, p_at)
    returning lifecycle_number into v_number;
  perform public.assign_number('lifecycle_number', v_number);
  return v_number;
end $$;

create or replace function insert_leads_batch(
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
                              duplicate_match, source_ref, consent, search_text, customer_id, relation,
                              language, created_at, updated_at)
    select p_organization_id, p_lead_ids[lead_row], number, data->>'name', data->>'phone', data->>'email',
           data->>'source', data->>'service_needed', data->>'address', data->>'notes', data->>'status',
           (data->>'qualified_at')::timestamptz, (lead->>'duplicate_of')::uuid,
           nullif(data->'duplicate_match', 'null'::jsonb), data->>'source_ref', lead->'consent',
           lead->>'search_text', (lead->>'customer_id')::uuid, data->>'relation', data->>'language', p_at, p_at
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

grant execute on function candidates_of, probe_leads, probe_leads_batch, insert_lead to throughline_app;

-- Every lead of the same person: of the same customer, merged ones, and certain duplicates, which are safe to merge
-- without review. Two leads whose merge a user has undone are different people, and so are a lead and a customer that
-- a user has detached it from.
create or replace function leads_of_person(p_organization_id uuid, p_lead_id uuid) returns uuid[]
  language plpgsql stable set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_ids uuid[] := array[p_lead_id];
  v_customers uuid[] := '{}';
  v_more uuid[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  loop
    select array_agg(distinct member) into v_customers from (
      select unnest(public.merged_customers(p_organization_id,
               public.standing_customer(p_organization_id, l.customer_id))) as member
      from public.leads l
      where l.organization_id = p_organization_id and l.lead_id = any (v_ids) and l.customer_id is not null
    ) as member;
    select array_agg(distinct found.lead_id) into v_more from (
      select unnest(v_ids) as lead_id
      union
      select l.lead_id from public.leads l
        where l.organization_id = p_organization_id and l.customer_id = any (v_customers)
      union
      select l.merged_into from public.leads l
        where l.organization_id = p_organization_id and l.lead_id = any (v_ids)
      union
      select l.lead_id from public.leads l
        where l.organization_id = p_organization_id and l.merged_into = any (v_ids)
      union
      select unnest(array[pair.lead_id, pair.duplicate_of]) from (
        select l.lead_id, l.duplicate_of, l.customer_id, l.detached_from from public.leads l
          where l.organization_id = p_organization_id and l.lead_id = any (v_ids)
            and l.duplicate_match->>'confidence' = 'certain'
        union
        select l.lead_id, l.duplicate_of, l.customer_id, l.detached_from from public.leads l
          where l.organization_id = p_organization_id and l.duplicate_of = any (v_ids)
            and l.duplicate_match->>'confidence' = 'certain'
      ) as pair
      cross join lateral (
        select o.customer_id, o.detached_from from public.leads o
        where o.organization_id = p_organization_id and o.lead_id = pair.duplicate_of limit 1
      ) as original
      where not (pair.detached_from <> '{}' and coalesce(original.customer_id = any (pair.detached_from), false))
        and not (original.detached_from <> '{}' and coalesce(pair.customer_id = any (original.detached_from), false))
        and not exists (
          select from public.lead_merges m
          where m.organization_id = p_organization_id and m.lead_id = pair.lead_id
            and m.into_lead_id = pair.duplicate_of and m.unmerged_at is not null)
        and not exists (
          select from public.lead_merges m
          where m.organization_id = p_organization_id and m.lead_id = pair.duplicate_of
            and m.into_lead_id = pair.lead_id and m.unmerged_at is not null)
    ) as found
    where found.lead_id is not null;
    exit when cardinality(v_more) = cardinality(v_ids);
    v_ids := v_more;
  end loop;
  return v_ids;
end $$;

-- Locks all leads of a person until the transaction ends, in the order of their ids, and returns them with their
-- customers. A lead that was captured while it waited is included.
create function lock_person(p_organization_id uuid, p_lead_id uuid)
  returns table (lead_id uuid, customer_id uuid)
  language plpgsql volatile set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_ids uuid[] := public.leads_of_person(p_organization_id, p_lead_id);
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  perform from public.leads l
    where l.organization_id = p_organization_id and l.lead_id = any (v_ids)
    order by l.lead_id for no key update;
  v_ids := public.leads_of_person(p_organization_id, p_lead_id);
  return query
    select l.lead_id, case when l.customer_id is not null
        then public.standing_customer(p_organization_id, l.customer_id) end
    from public.leads l
    where l.organization_id = p_organization_id and l.lead_id = any (v_ids)
    order by l.lead_id;
end $$;
grant execute on function lock_person to throughline_app;

-- The request that a message to or from a contact belongs to, and its customer: the newest one of the customer that is
-- not deleted, otherwise the one that made the customer; without a customer, the lead itself or the one it was merged
-- into, or if that is deleted, the newest other lead of the person. No row if all of them are deleted.
create function thread_of(p_organization_id uuid, p_lead_id uuid, p_customer_id uuid)
  returns table (lead_id uuid, customer_id uuid)
  language plpgsql stable set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_lead_id uuid := p_lead_id;
  v_customer_id uuid := p_customer_id;
  v_ids uuid[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  if v_customer_id is null then
    v_lead_id := public.standing_lead(p_organization_id, p_lead_id);
    select l.customer_id into v_customer_id from public.leads l
      where l.organization_id = p_organization_id and l.lead_id = v_lead_id;
  end if;
  if v_customer_id is null then
    return query
      select l.lead_id, l.customer_id from public.leads l
      where l.organization_id = p_organization_id and l.lead_id = v_lead_id and l.deleted_at is null;
    if found then
      return;
    end if;
    v_ids := public.leads_of_person(p_organization_id, p_lead_id);
    return query
      select l.lead_id, l.customer_id from public.leads l
      where l.organization_id = p_organization_id and l.lead_id = any (v_ids)
        and l.deleted_at is null and l.merged_into is null
      order by l.lead_id desc limit 1;
    return;
  end if;
  v_customer_id := public.standing_customer(p_organization_id, v_customer_id);
  v_ids := public.merged_customers(p_organization_id, v_customer_id);
  return query
    select l.lead_id, v_customer_id from public.leads l
    where l.organization_id = p_organization_id and l.customer_id = any (v_ids)
      and l.deleted_at is null and l.merged_into is null
    order by l.lead_id desc limit 1;
  if not found then
    return query
      select c.lead_id, v_customer_id from public.customers c
      where c.organization_id = p_organization_id and c.customer_id = v_customer_id;
  end if;
end $$;

-- Whose phone number or mailbox it is: the current one of a lead or a customer, the newest of them; otherwise one that a
-- contact had before. Keys are of parts of it, so the whole is compared: a phone with p_value, a mailbox with p_pattern.
create function find_contact(
  p_organization_id uuid, p_kind text, p_value text, p_pattern text, p_lead_key bigint, p_customer_key bigint
) returns table (lead_id uuid, customer_id uuid)
  language plpgsql stable set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_found record;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  for v_found in
    select one.lead_id, one.customer_id from (
      (select k.contact_id, l.lead_id, l.customer_id from public.contact_keys k
       cross join lateral (
         select l.lead_id, l.customer_id from public.leads l
         where l.organization_id = p_organization_id and l.lead_id = k.contact_id
           and case p_kind when 'phone' then l.phone = p_value else l.search_text like p_pattern end
           -- The customer has another one by now.
           and not exists (
             select from public.contact_points past
             where past.organization_id = p_organization_id and past.contact_id = l.customer_id
               and past.kind = p_kind and past.value = case p_kind when 'phone' then l.phone else l.email end
               and past.valid_until > l.created_at)
         limit 1
       ) as l
       where k.organization_id = p_organization_id and k.key = p_lead_key
       order by k.contact_id desc limit 20)
      union all
      (select k.contact_id, null, c.customer_id from public.contact_keys k
       cross join lateral (
         select c.customer_id from public.customers c
         where c.organization_id = p_organization_id and c.customer_id = k.contact_id
           and case p_kind when 'phone' then c.phone = p_value else c.search_text like p_pattern end
         limit 1
       ) as c
       where k.organization_id = p_organization_id and k.key = p_customer_key
       order by k.contact_id desc limit 1)
      order by 1 desc
    ) as one
  loop
    return query select * from public.thread_of(p_organization_id, v_found.lead_id, v_found.customer_id);
    if found then
      return;
    end if;
  end loop;
  for v_found in
    select l.lead_id, coalesce(l.customer_id, c.customer_id) as customer_id
    from public.contact_keys k
    join public.contact_points past on past.organization_id = p_organization_id and past.contact_id = k.contact_id
      and past.kind = p_kind and lower(past.value) = lower(p_value)
    left join public.leads l on l.organization_id = p_organization_id and l.lead_id = past.contact_id
    left join public.customers c on c.organization_id = p_organization_id and c.customer_id = past.contact_id
    where k.organization_id = p_organization_id and k.key in (p_lead_key, p_customer_key)
    order by past.valid_until desc limit 20
  loop
    return query select * from public.thread_of(p_organization_id, v_found.lead_id, v_found.customer_id);
    if found then
      return;
    end if;
  end loop;
end $$;
grant execute on function thread_of, find_contact to throughline_app;

-- A technician who visits a returning customer sees that customer, also when another request made it.
create function own_customer_ids(p_organization_id uuid) returns uuid[]
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp cost 100000 as $$
declare
  v_numbers constant text[] := public.own_lifecycle_numbers(p_organization_id);
begin
  return array(
    select public.standing_customer(p_organization_id, l.customer_id) from public.leads l
    where l.organization_id = p_organization_id and l.lifecycle_number = any (v_numbers)
      and l.customer_id is not null);
end $$;
grant execute on function own_customer_ids to throughline_own;
-- Runs as the caller: the policies of leads and customers decide.
create function sees_contact(p_organization_id uuid, p_contact_id uuid) returns boolean
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return exists (
      select from public.leads where organization_id = p_organization_id and lead_id = p_contact_id)
    or exists (
      select from public.customers where organization_id = p_organization_id and customer_id = p_contact_id);
end $$;
grant execute on function sees_contact to throughline_own;
select limit_to_own('contact_points', 'select', 'public.sees_contact(organization_id, contact_id)');
drop policy own_all on customers;
select limit_to_own('customers', 'all',
  'lifecycle_number = any $lifecycles or customer_id = any (public.own_customer_ids(organization_id))');

-- ── The outcome of a request ────────────────────────────────────────────────────────────────────

alter table leads add column outcome text check (outcome in ('won', 'lost'));
alter table leads add column outcome_at timestamptz;
alter table leads add column lost_reason text;
alter table leads add constraint lead_outcome_at_a_time check ((outcome is null) = (outcome_at is null));
alter table leads add constraint lead_lost_for_a_reason check ((outcome is not distinct from 'lost') = (lost_reason is not null));
create index leads_by_outcome on leads
  (organization_id, outcome, (deleted_at is null and merged_into is null), lead_id) where outcome is not null;
create index leads_returning on leads
  (organization_id, (deleted_at is null and merged_into is null), lead_id) where relation = 'returning';
create index leads_by_service on leads
  (organization_id, service_needed, (deleted_at is null and merged_into is null), lead_id);

-- Whether a visit of the lead is booked or took place. Held, canceled and missed visits do not count.
alter table leads add column booked boolean not null default false;
-- It runs as its owner, because a technician does not see the visits of others.
create function update_booked() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_booked constant boolean := exists (
    select from public.appointments a
    where a.organization_id = new.organization_id and a.lifecycle_number = new.lifecycle_number
      and a.status not in ('held', 'canceled', 'no_show'));
begin
  update public.leads l set booked = v_booked
    where l.organization_id = new.organization_id and l.lead_id = new.lead_id and l.booked <> v_booked;
  return null;
end $$;
create trigger appointments_update_booked_inserted after insert on appointments
  for each row when (new.status <> 'held') execute function update_booked();
create trigger appointments_update_booked after update on appointments
  for each row when (old.status is distinct from new.status) execute function update_booked();

-- "Qualified and not booked" is one range of this index.
drop index leads_by_status;
create index leads_by_status on leads
  (organization_id, status, booked, (deleted_at is null and merged_into is null), lead_id);

-- ── Activity ────────────────────────────────────────────────────────────────────────────────────

-- When anything last happened under a number. append_events() writes it, under the
-- organization's counter: so no transaction waits for another one here, which the row of the lead would not allow.
create table lifecycle_activity (
  organization_id  uuid not null references organizations,
  lifecycle_number text not null,
  last_activity_at timestamptz not null,
  primary key (organization_id, lifecycle_number)
);
create index lifecycle_activity_by_time on lifecycle_activity (organization_id, last_activity_at, lifecycle_number);
select guard_tenant_table('lifecycle_activity');
grant select, insert on lifecycle_activity to throughline_app;
grant select on lifecycle_activity to throughline_own;
select limit_to_own('lifecycle_activity', 'select', 'lifecycle_number = any $lifecycles');

create function last_activity_at(p_organization_id uuid, p_lifecycle_number text, p_created_at timestamptz)
  returns timestamptz
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return coalesce((
    select a.last_activity_at from public.lifecycle_activity a
    where a.organization_id = p_organization_id and a.lifecycle_number = p_lifecycle_number), p_created_at);
end $$;
grant execute on function last_activity_at to throughline_app, throughline_own;

create or replace function append_events(
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

  insert into public.lifecycle_activity as a (organization_id, lifecycle_number, last_activity_at)
  select p_organization_id, e.number, p_occurred_at from (
    select distinct case one->>'lifecycle_number' when 'assigned' then v_number
                    else one->>'lifecycle_number' end as number
    from jsonb_array_elements(p_events) as one
    where one->>'lifecycle_number' is not null
      -- Tidying up is not activity.
      and split_part(one->>'type', '.', 2) not in ('deleted', 'restored')
  ) as e
  on conflict (organization_id, lifecycle_number) do update set last_activity_at = excluded.last_activity_at
    where a.last_activity_at < excluded.last_activity_at;

  perform public.enqueue_task(p_organization_id, 'publish-events',
    jsonb_build_object('from_seq', v_last - v_count + 1, 'to_seq', v_last));
  return v_last;
end $$;

-- What is stored already.
do $$
declare
  v_organization_id uuid;
begin
  for v_organization_id in select organization_id from organizations loop
    perform set_config('app.organization_id', v_organization_id::text, true);
    update leads l set booked = true
      where l.organization_id = v_organization_id and exists (
        select from appointments a
        where a.organization_id = v_organization_id and a.lifecycle_number = l.lifecycle_number
          and a.status not in ('held', 'canceled', 'no_show'));
    insert into lifecycle_activity (organization_id, lifecycle_number, last_activity_at)
      select v_organization_id, e.lifecycle_number, max(e.occurred_at) from events e
      where e.organization_id = v_organization_id and e.lifecycle_number is not null
      group by e.lifecycle_number;
    update leads l set outcome = 'won', outcome_at = j.created_at
      from (select job.lead_id, min(job.created_at) as created_at from jobs job
            where job.organization_id = v_organization_id group by job.lead_id) as j
      where l.organization_id = v_organization_id and l.lead_id = j.lead_id;
  end loop;
  perform set_config('app.organization_id', '', true);
end $$;

-- ── Privacy ─────────────────────────────────────────────────────────────────────────────────────

create or replace function harmless_fields(p_type text) returns text[]
  language sql immutable parallel safe
  return array['lifecycle_number', 'number', 'status', 'paused_status', 'type', 'kind', 'channel', 'direction',
    'purpose', 'said_by', 'service_needed', 'service', 'currency', 'method', 'confidence', 'reasons', 'code',
    'event', 'waiting_for', 'playbook_name', 'step_id', 'cancel_on', 'content_type', 'author', 'time_zone',
    'allowed', 'lifecycle_numbers', 'relation', 'outcome', 'language']
    || case when p_type like 'lead.%' then array['source'] else '{}' end;

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

-- What is known of the person stays erased, also why the request was lost.
drop trigger leads_stay_erased on leads;
create trigger leads_stay_erased before update on leads
  for each row when (
    old.erasure_id is not null
    and (old.name, old.phone, old.email, old.source_ref, old.address, old.notes, old.consent, old.status,
         old.unqualified_reason, old.lost_reason, old.merged_into, old.customer_id, old.erasure_id)
      is distinct from (new.name, new.phone, new.email, new.source_ref, new.address, new.notes, new.consent,
         new.status, new.unqualified_reason, new.lost_reason, new.merged_into, new.customer_id, new.erasure_id)
    and (current_setting('app.erasing', true) is distinct from 'on' or current_user = 'throughline_app'))
  execute function refuse_erased_person();

-- A request does not join an erased customer, nor does a customer.
create function refuse_erased_customer() returns trigger
  language plpgsql as $$
declare
  v_customer_id constant uuid := case tg_table_name
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
create trigger leads_customer_not_erased before update on leads
  for each row when (new.customer_id is distinct from old.customer_id and new.customer_id is not null)
  execute function refuse_erased_customer();
create trigger leads_new_customer_not_erased before insert on leads
  for each row when (new.customer_id is not null and new.relation = 'returning')
  execute function refuse_erased_customer();
create trigger customers_merged_not_erased before update on customers
  for each row when (new.merged_into is distinct from old.merged_into and new.merged_into is not null)
  execute function refuse_erased_customer();
drop trigger customers_stay_erased on customers;
create trigger customers_stay_erased before update on customers
  for each row when (
    old.erasure_id is not null
    and (old.name, old.phone, old.email, old.address, old.consent, old.do_not_contact, old.merged_into, old.erasure_id)
      is distinct from (new.name, new.phone, new.email, new.address, new.consent, new.do_not_contact, new.merged_into,
         new.erasure_id)
    and (current_setting('app.erasing', true) is distinct from 'on' or current_user = 'throughline_app'))
  execute function refuse_erased_person();
