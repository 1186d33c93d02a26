-- Finding duplicates and searching by equality alone. A contact writes a bounded number of keys (64-bit
-- hashes of what it could be recognised by, or be looked for by); a new lead looks up some hundred of its
-- own. No key that a new lead looks up is a name alone or a part of a phone number alone, so the rows behind
-- such a key stay few however many leads there are.

create table contact_keys (
  organization_id uuid not null,
  key             bigint not null,
  -- A lead, or a customer: the kinds of their keys differ. No foreign key: it would be checked for every
  -- key of a capture. Keys are written with their owner in one transaction, and nothing is ever deleted.
  contact_id      uuid not null,
  primary key (organization_id, key, contact_id)
);
alter table contact_keys enable row level security;
alter table contact_keys force row level security;
create policy tenant on contact_keys
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert on contact_keys to throughline_app;

alter table leads
  add column duplicate_of uuid,
  -- What was found at capture: whom it matched, how well, and why.
  add column duplicate_match jsonb,
  -- The lead that stands for this one, once somebody has said that both are one.
  add column merged_into uuid,
  -- What a search is settled by, once a key has found the lead: its words, mailbox and digits.
  add column search_text text not null default '',
  add foreign key (organization_id, duplicate_of) references leads,
  add foreign key (organization_id, merged_into) references leads,
  add constraint lead_duplicate_of_a_match check ((duplicate_of is null) = (duplicate_match is null)),
  add constraint lead_not_merged_into_itself check (merged_into <> lead_id);

alter table customers add column search_text text not null default '';

-- What a merge changed, so that it can be taken back exactly.
create table lead_merges (
  organization_id uuid not null,
  merge_id        uuid not null,
  lead_id         uuid not null,
  into_lead_id    uuid not null,
  -- Of the lead merged into: each field that changed, as it was and as it became.
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
alter table lead_merges enable row level security;
alter table lead_merges force row level security;
create policy tenant on lead_merges
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create trigger lead_merges_no_delete before delete on lead_merges
  for each row execute function refuse_hard_delete();
create trigger lead_merges_no_truncate before truncate on lead_merges
  for each statement execute function refuse_hard_delete();
grant select, insert, update on lead_merges to throughline_app;

-- Lists leave out merged leads as they leave out deleted ones, so both are part of the indexes' keys.
drop index leads_living, leads_by_status, leads_by_source, leads_by_assignee, leads_assigned;
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
-- Few leads are merged, and a lifecycle asks which ones were merged into its lead.
create index leads_merged on leads (organization_id, merged_into, lead_id) where merged_into is not null;

-- The lead that stands for this one: itself, or whatever it was merged into in the end.
create function standing_lead(p_organization_id uuid, p_lead_id uuid) returns uuid
  language plpgsql stable as $$
declare
  v_lead_id uuid := p_lead_id;
  v_into uuid;
begin
  loop
    select merged_into into v_into from leads
      where organization_id = p_organization_id and lead_id = v_lead_id;
    if v_into is null then
      return v_lead_id;
    end if;
    v_lead_id := v_into;
  end loop;
end $$;

-- Waits for whoever is capturing the same phone or mailbox at this moment, and then finds the candidates:
-- the second statement of a volatile function sees what committed while the first one waited.
--
-- Of the lead's own phone and mailbox the twenty oldest each, because a switchboard's number stands behind
-- thousands of leads; of all other keys together at most 300. One scan for all of them takes 120 µs where
-- a scan for each took 680. A merged candidate stands for the lead it was merged into, and any candidate for
-- the oldest of its chain, over certain matches only: over likely ones a relative's lead would come to stand
-- for the wrong person. The limits of 1 keep each lead to a lookup of its own: as plain joins, on a
-- database without statistics, they read the whole table.
create function probe_leads(p_locks bigint[], p_exact bigint[], p_probes bigint[])
  returns table (
    lead_id uuid, lifecycle_number text, customer_id uuid, is_merged boolean,
    name text, phone text, email text, address text,
    root_lead_id uuid, root_lifecycle_number text, root_customer_id uuid)
  language plpgsql volatile as $$
declare
  v_organization_id uuid := public.current_organization_id();
begin
  perform pg_advisory_xact_lock(hashint8extended(lock, hashtextextended(v_organization_id::text, 0)))
    from unnest(p_locks) as lock;
  return query
   with found as (
     select behind.contact_id
     from unnest(p_exact) as exact (key)
     cross join lateral (
       select k.contact_id from contact_keys k
       where k.organization_id = v_organization_id and k.key = exact.key
       order by k.contact_id limit 20
     ) as behind
     union
     (select k.contact_id from contact_keys k
      where k.organization_id = v_organization_id and k.key = any (p_probes) limit 300)
   )
   select l.lead_id, l.lifecycle_number, l.customer_id, l.merged_into is not null,
          l.name, l.phone, l.email, l.address,
          root.lead_id, root.lifecycle_number, root.customer_id
   from found
   cross join lateral (
     select * from leads l
     where l.organization_id = v_organization_id and l.lead_id = found.contact_id and l.deleted_at is null
     limit 1
   ) as l
   -- Found out once: as a condition of the join it could be asked again for every lead.
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
