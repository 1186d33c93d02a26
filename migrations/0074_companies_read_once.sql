-- The search for duplicates of a batch reads each key of a company once: to look first which of them too many share took as
-- long as reading all other keys.
create or replace function probe_leads_batch(
  p_organization_id uuid, p_locks bigint[], p_exact bigint[], p_companies bigint[], p_probes bigint[]
)
  returns table (
    contact_id uuid, lead_id uuid, lifecycle_number text, customer_id uuid, is_merged boolean,
    name text, phone text, email text, address text,
    root_lead_id uuid, root_lifecycle_number text, root_customer_id uuid, keys text)
  language plpgsql volatile set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off as $$
#variable_conflict use_column
declare
  v_crowded bigint[];
  v_contacts uuid[];
  v_contact_keys bigint[];
  v_of_companies uuid[];
  v_company_keys bigint[];
  v_found uuid[];
  v_keys text[];
  v_others uuid[];
  v_other_keys text[];
  v_is_plain boolean;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  perform pg_advisory_xact_lock(hashint8extended(lock, hashtextextended(p_organization_id::text, 0)))
    from unnest(p_locks) as lock;
  select array_agg(k.contact_id), array_agg(k.key) into v_contacts, v_contact_keys
    from (
      select contact_id, key from public.contact_keys
      where organization_id = p_organization_id and key = any (p_exact || p_probes) limit 30000
    ) as k;
  -- The keys that many share may have left no room for the others. Each on its own takes three times as long.
  if cardinality(v_contacts) = 30000 then
    select array_agg(k.contact_id), array_agg(probed.key) into v_contacts, v_contact_keys
      from (select distinct key from unnest(p_exact || p_probes) as key) as probed
      cross join lateral (
        select contact_id from public.contact_keys
        where organization_id = p_organization_id and key = probed.key order by contact_id limit 20
      ) as k;
  end if;
  -- One contact too many shows that many share the key.
  select array_agg(k.contact_id), array_agg(company.key) into v_of_companies, v_company_keys
    from (select distinct key from unnest(p_companies) as key) as company
    cross join lateral (
      select contact_id from public.contact_keys
      where organization_id = p_organization_id and key = company.key order by contact_id limit 21
    ) as k;
  select array_agg(shared.key) into v_crowded
    from (select key from unnest(v_company_keys) as key group by key having count(*) = 21) as shared;
  select array_agg(one.contact_id), array_agg(one.keys) into v_found, v_keys from (
    select behind.contact_id, string_agg(behind.key::text, ' ') as keys
    from (
      select k.contact_id, k.key, row_number() over (partition by k.key order by k.contact_id) as place
      from unnest(v_contacts || v_of_companies, v_contact_keys || v_company_keys) as k (contact_id, key)
      where not exists (select from unnest(v_crowded) as crowded (key) where crowded.key = k.key)
    ) as behind
    where behind.place <= 20
    group by behind.contact_id
  ) as one;
  if v_crowded is not null then
    keys := array_to_string(v_crowded, ' ');
    return next;
  end if;
  if v_found is null then
    return;
  end if;
  is_merged := false;
  -- A lead is looked up as a range in order: only the primary key has that order. See probe_leads.
  for contact_id, keys, v_is_plain, lead_id, lifecycle_number, name, phone, email, address in
    select found.id, found.keys,
           l.merged_into is null and l.duplicate_of is null and l.customer_id is null and l.deleted_at is null
             and l.erasure_id is null and past.is_any is null,
           l.lead_id, l.lifecycle_number, l.name, l.phone, l.email, l.address
    from unnest(v_found, v_keys) as found (id, keys)
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
      v_other_keys := v_other_keys || keys;
    end if;
  end loop;
  if v_others is not null then
    return query
      select c.*, f.keys
      from public.candidates_of(p_organization_id, v_others) as c
      join unnest(v_others, v_other_keys) as f (contact_id, keys) on f.contact_id = c.contact_id;
  end if;
end $$;
