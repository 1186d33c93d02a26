-- Files of leads: received piece by piece, then worked off in batches, each with its checkpoint.

create table imports (
  organization_id uuid not null references organizations,
  import_id       uuid not null,
  -- Nobody is told of an import before it runs: one whose upload broke off is abandoned.
  status          text not null check (status in ('receiving', 'abandoned', 'running', 'completed', 'failed')),
  -- Both for 24 hours; the hash is of what was asked for and of every byte, so it is known at the end.
  idempotency_key text,
  request_hash    bytea,
  -- How the file is read, found out from its first bytes.
  format          jsonb not null,
  actor           jsonb not null,
  bytes_total     bigint not null default 0,
  -- The checkpoint: everything before this byte, which begins a record on this line, is done.
  bytes_done      bigint not null,
  next_line       bigint not null,
  accepted        bigint not null default 0,
  duplicates      bigint not null default 0,
  repeated        bigint not null default 0,
  rejected        bigint not null default 0,
  error_count     bigint not null default 0,
  failure         text,
  completed_at    timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (organization_id, import_id),
  constraint import_failed_for_a_reason check ((status = 'failed') = (failure is not null)),
  constraint import_done_or_under_way check ((status in ('completed', 'failed')) = (completed_at is not null))
);
create unique index imports_idempotency_key on imports (organization_id, idempotency_key)
  where idempotency_key is not null;
-- For the house-keeping: what may be forgotten.
create index imports_remembered on imports (organization_id, created_at)
  where idempotency_key is not null or status = 'receiving';

-- The file in pieces of one size, the last one apart, so that a byte's place tells its piece. Gone as
-- soon as they are worked off.
create table import_chunks (
  organization_id uuid not null,
  import_id       uuid not null,
  chunk           integer not null,
  bytes           bytea not null,
  primary key (organization_id, import_id, chunk),
  foreign key (organization_id, import_id) references imports
);
-- Kept for minutes: compressing it would cost more than the room.
alter table import_chunks alter column bytes set storage external;

-- No foreign key, which would be checked for every one: they are written with their import's counters.
create table import_errors (
  organization_id uuid not null,
  import_id       uuid not null,
  number          bigint not null,
  line            bigint not null,
  code            text not null,
  detail          text not null,
  primary key (organization_id, import_id, number)
);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['imports', 'import_chunks', 'import_errors'] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy tenant on %I using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::uuid)',
      v_table);
  end loop;
  foreach v_table in array array['imports', 'import_errors'] loop
    execute format(
      'create trigger %I before delete on %I for each row execute function refuse_hard_delete()',
      v_table || '_no_delete', v_table);
    execute format(
      'create trigger %I before truncate on %I for each statement execute function refuse_hard_delete()',
      v_table || '_no_truncate', v_table);
  end loop;
end $$;
grant select, insert, update on imports to throughline_app;
grant select, insert, delete on import_chunks to throughline_app;
grant select, insert on import_errors to throughline_app;

-- ── Many leads at once ──────────────────────────────────────────────────────────────────────────

-- probe_leads for many leads: waits for whoever is capturing any of their phones or mailboxes, and finds
-- the candidates of all of them, each with those of the keys it was found by. The locks come sorted, as
-- everybody's do. Keys of which no lead is known cost a look into the index each, so it is one scan for
-- all of them; a plan of its own for every array would estimate each key by itself, for longer than the
-- scan takes.
create function probe_leads_batch(p_locks bigint[], p_exact bigint[], p_probes bigint[])
  returns table (
    lead_id uuid, lifecycle_number text, customer_id uuid, is_merged boolean,
    name text, phone text, email text, address text,
    root_lead_id uuid, root_lifecycle_number text, root_customer_id uuid, keys text[])
  language plpgsql volatile set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_organization_id uuid := public.current_organization_id();
begin
  perform pg_advisory_xact_lock(hashint8extended(lock, hashtextextended(v_organization_id::text, 0)))
    from unnest(p_locks) as lock;
  return query
   with found as (
     select pair.contact_id, array_agg(pair.key::text) as keys
     from (
       select behind.contact_id, exact.key
       from unnest(p_exact) as exact (key)
       cross join lateral (
         select k.contact_id from contact_keys k
         where k.organization_id = v_organization_id and k.key = exact.key
         order by k.contact_id limit 300
       ) as behind
       union all
       (select k.contact_id, k.key from contact_keys k
        where k.organization_id = v_organization_id and k.key = any (p_probes) limit 30000)
     ) as pair
     group by pair.contact_id
   )
   select l.lead_id, l.lifecycle_number, l.customer_id, l.merged_into is not null,
          l.name, l.phone, l.email, l.address,
          root.lead_id, root.lifecycle_number, root.customer_id, found.keys
   from found
   cross join lateral (
     select * from leads l
     where l.organization_id = v_organization_id and l.lead_id = found.contact_id and l.deleted_at is null
     limit 1
   ) as l
   cross join lateral (
     select case
       when l.merged_into is not null then standing_lead(v_organization_id, l.merged_into)
       when l.duplicate_match->>'confidence' = 'certain'
         then standing_lead(v_organization_id, l.duplicate_of) end as lead_id
     offset 0
   ) as chain
   left join lateral (
     select * from leads r
     where r.organization_id = v_organization_id and r.lead_id = chain.lead_id and r.deleted_at is null
     limit 1
   ) as root on true
   where l.merged_into is null or root.lead_id is not null
   order by l.lead_id;
end $$;

-- next_lifecycle_number for many: the ordinal before the first of them.
create function take_lifecycle_ordinals(p_count integer) returns bigint
  language plpgsql volatile security definer as $$
declare
  v_last bigint;
begin
  update public.organization_counters set lifecycle_ordinal = lifecycle_ordinal + p_count
    where organization_id = public.current_organization_id()
    returning lifecycle_ordinal into v_last;
  if v_last is null then
    raise exception 'no organization is set for this transaction';
  end if;
  return v_last - p_count;
end $$;

-- append_events for events of many lifecycles, in the order given.
create function append_events_batch(
  p_occurred_at timestamptz, p_actor jsonb,
  p_event_ids uuid[], p_types text[], p_lifecycle_numbers text[], p_data jsonb[]
) returns bigint
  language plpgsql volatile security definer as $$
declare
  v_organization_id uuid := public.current_organization_id();
  v_count integer := cardinality(p_event_ids);
  v_last bigint;
begin
  update public.organization_counters set event_seq = event_seq + v_count
    where organization_id = v_organization_id
    returning event_seq into v_last;
  if v_last is null then
    raise exception 'no organization is set for this transaction';
  end if;

  insert into public.events
    (organization_id, seq, event_id, type, occurred_at, lifecycle_number, actor, data)
  select v_organization_id, v_last - v_count + e.ordinality, e.event_id, e.type, p_occurred_at,
         e.lifecycle_number, p_actor,
         e.data || jsonb_build_object('lifecycle_number', e.lifecycle_number)
  from unnest(p_event_ids, p_types, p_lifecycle_numbers, p_data)
    with ordinality as e (event_id, type, lifecycle_number, data, ordinality);

  perform public.enqueue_task('hand-on-events',
    jsonb_build_object('from_seq', v_last - v_count + 1, 'to_seq', v_last));
  return v_last;
end $$;

-- Writes many leads as insert_lead_with_event writes one: their keys first, then, with the organization's
-- counter, the leads with their numbers and their events. Answers the numbers. A lead that repeats an
-- earlier one of the same batch names it by its row, since its number is known only here. It runs as its
-- owner, because the policy of the keys' table would be asked for each of some twenty keys a lead.
create function insert_leads_batch(
  p_at timestamptz, p_actor jsonb, p_leads jsonb, p_lead_ids uuid[], p_keys bigint[], p_key_rows integer[]
) returns text[]
  language plpgsql volatile security definer as $$
declare
  v_organization_id uuid := public.current_organization_id();
  v_before bigint;
  v_numbers text[];
  v_event_ids uuid[];
  v_types text[];
  v_event_numbers text[];
  v_data jsonb[];
begin
  insert into public.contact_keys (organization_id, key, contact_id)
  select v_organization_id, k.key, p_lead_ids[k.lead_row]
  from unnest(p_keys, p_key_rows) as k (key, lead_row)
  order by k.key;

  v_before := public.take_lifecycle_ordinals(cardinality(p_lead_ids));
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
    select v_organization_id, p_lead_ids[lead_row], number, data->>'name', data->>'phone', data->>'email',
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

  perform public.append_events_batch(p_at, p_actor, v_event_ids, v_types, v_event_numbers, v_data);
  return v_numbers;
end $$;
