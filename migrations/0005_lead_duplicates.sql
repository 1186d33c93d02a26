-- Finding duplicates by equality alone. A lead writes at most 20 keys (64-bit hashes of what it could be
-- recognised by); a new one looks up some hundred of its own. No key is a name alone or a part of a phone
-- number alone, so the rows behind a key stay few however many leads there are.

create table lead_keys (
  organization_id uuid not null,
  key             bigint not null,
  lead_id         uuid not null,
  -- No foreign key to leads: it would be checked 20 times a capture. Keys are written with their lead in
  -- one statement, and leads are never deleted.
  primary key (organization_id, key, lead_id)
);
alter table lead_keys enable row level security;
alter table lead_keys force row level security;
create policy tenant on lead_keys
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert on lead_keys to throughline_app;

alter table leads
  add column duplicate_of uuid,
  -- What was found at capture: whom it matched, how well, and why.
  add column duplicate_match jsonb,
  add foreign key (organization_id, duplicate_of) references leads,
  add constraint lead_duplicate_of_a_match check ((duplicate_of is null) = (duplicate_match is null));

-- Waits for whoever is capturing the same phone or mailbox at this moment, and then finds the candidates:
-- the second statement of a volatile function sees what committed while the first one waited.
--
-- Of the lead's own phone and mailbox the twenty oldest each, because a switchboard's number stands behind
-- thousands of leads; of all other keys together at most 300. One scan for all of them takes 120 µs where
-- a scan for each took 680. A candidate stands for the oldest of its chain, over certain matches only: over
-- likely ones a relative's lead would come to stand for the wrong person. The limits of 1 keep each lead to
-- a lookup of its own: as plain joins, on a database without statistics, they read the whole table.
create function probe_leads(p_locks bigint[], p_exact bigint[], p_probes bigint[])
  returns table (
    lead_id uuid, lifecycle_number text, customer_id uuid, name text, phone text, email text, address text,
    root_lead_id uuid, root_lifecycle_number text, root_customer_id uuid)
  language plpgsql volatile as $$
declare
  v_organization_id uuid := public.current_organization_id();
begin
  perform pg_advisory_xact_lock(hashint8extended(lock, hashtextextended(v_organization_id::text, 0)))
    from unnest(p_locks) as lock;
  return query
   with found as (
     select behind.lead_id
     from unnest(p_exact) as exact (key)
     cross join lateral (
       select k.lead_id from lead_keys k
       where k.organization_id = v_organization_id and k.key = exact.key
       order by k.lead_id limit 20
     ) as behind
     union
     (select k.lead_id from lead_keys k
      where k.organization_id = v_organization_id and k.key = any (p_probes) limit 300)
   )
   select l.lead_id, l.lifecycle_number, l.customer_id, l.name, l.phone, l.email, l.address,
          root.lead_id as root_lead_id, root.lifecycle_number as root_lifecycle_number,
          root.customer_id as root_customer_id
   from found
   cross join lateral (
     select * from leads l
     where l.organization_id = v_organization_id and l.lead_id = found.lead_id and l.deleted_at is null limit 1
   ) as l
   left join lateral (
     select * from leads r
     where r.organization_id = v_organization_id and r.lead_id = l.duplicate_of and r.deleted_at is null
       and l.duplicate_match->>'confidence' = 'certain' limit 1
   ) as root on true
   order by l.lead_id;
end $$;
