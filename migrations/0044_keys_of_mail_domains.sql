-- A surname at a mail domain is a key only while few share it: a domain with more than 20 contacts of one surname is not a
-- company but a provider of mail, and says nothing. Before, its contacts used up the room of candidates that were found by
-- a mistyped phone, and with every lead there were more of them.

drop function probe_leads;
drop function probe_leads_of_many;
drop function probe_leads_batch;

-- The contacts behind these keys. Many people can share a phone or a mailbox, so of each exact key the oldest 20 count.
-- Most contacts are leads that nothing else belongs to: those are read here, because candidates_of takes five times as
-- long.
--
-- The plan may be older than most rows. For a small table, the planner reads all of it, unless enable_seqscan is off. Without
-- the limit of a lateral query it joins all keys of the organization.
create function probe_leads(p_organization_id uuid, p_exact bigint[], p_companies bigint[], p_others bigint[])
  returns table (
    contact_id uuid, lead_id uuid, lifecycle_number text, customer_id uuid, is_merged boolean,
    name text, phone text, email text, address text,
    root_lead_id uuid, root_lifecycle_number text, root_customer_id uuid)
  language plpgsql volatile set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off as $$
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
    select behind.contact_id
    from unnest(p_companies) as company (key)
    cross join lateral (
      select k.contact_id from public.contact_keys k
      where k.organization_id = p_organization_id and k.key = company.key
        and not exists (
          select 1 from public.contact_keys many
          where many.organization_id = p_organization_id and many.key = company.key offset 20)
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

-- probe_leads for each of the captures.
create function probe_leads_of_many(
  p_organization_ids uuid[], p_exact bigint[], p_exact_ends integer[],
  p_companies bigint[], p_company_ends integer[], p_others bigint[], p_other_ends integer[]
)
  returns table (
    place integer, left_for text, contact_id uuid, lead_id uuid, lifecycle_number text, customer_id uuid, is_merged boolean,
    name text, phone text, email text, address text,
    root_lead_id uuid, root_lifecycle_number text, root_customer_id uuid)
  language plpgsql volatile security definer
  set search_path = pg_catalog, pg_temp set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off as $$
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
      from unnest(p_organization_ids, p_exact_ends, p_company_ends, p_other_ends) with ordinality
        as one (organization_id, exact_end, company_end, other_end, place)
      cross join lateral (
        select of_key.contact_id
        from unnest(p_exact[coalesce(p_exact_ends[one.place - 1], 0) + 1:one.exact_end]) as exact (key)
        cross join lateral (
          select k.contact_id from public.contact_keys k
          where k.organization_id = one.organization_id and k.key = exact.key
          order by k.contact_id limit 20
        ) as of_key
        union
        select of_company.contact_id
        from unnest(p_companies[coalesce(p_company_ends[one.place - 1], 0) + 1:one.company_end]) as company (key)
        cross join lateral (
          select k.contact_id from public.contact_keys k
          where k.organization_id = one.organization_id and k.key = company.key
            and not exists (
              select 1 from public.contact_keys many
              where many.organization_id = one.organization_id and many.key = company.key offset 20)
          order by k.contact_id limit 20
        ) as of_company
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

-- The search for duplicates of a batch. A key that many contacts share says little, so only its oldest contacts are
-- compared. The first row, without a contact, names the keys of mail domains that are no companies.
create function probe_leads_batch(
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
  select array_agg(company.key) into v_crowded
    from unnest(p_companies) as company (key)
    where exists (
      select 1 from public.contact_keys many
      where many.organization_id = p_organization_id and many.key = company.key offset 20);
  select array_agg(k.contact_id), array_agg(k.key) into v_contacts, v_contact_keys
    from (
      select contact_id, key from public.contact_keys
      where organization_id = p_organization_id
        and key = any (p_exact || p_probes || array(select unnest(p_companies) except select unnest(v_crowded)))
      limit 30000
    ) as k;
  -- The keys that many share may have left no room for the others. Each on its own takes three times as long.
  if cardinality(v_contacts) = 30000 then
    select array_agg(k.contact_id), array_agg(probed.key) into v_contacts, v_contact_keys
      from (
        (select key from unnest(p_exact || p_probes || p_companies) as key) except select unnest(v_crowded)
      ) as probed
      cross join lateral (
        select contact_id from public.contact_keys
        where organization_id = p_organization_id and key = probed.key order by contact_id limit 20
      ) as k;
  end if;
  select array_agg(one.contact_id), array_agg(one.keys) into v_found, v_keys from (
    select behind.contact_id, string_agg(behind.key::text, ' ') as keys
    from (
      select k.contact_id, k.key, row_number() over (partition by k.key order by k.contact_id) as place
      from unnest(v_contacts, v_contact_keys) as k (contact_id, key)
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

grant execute on function probe_leads, probe_leads_of_many, probe_leads_batch to throughline_app;
