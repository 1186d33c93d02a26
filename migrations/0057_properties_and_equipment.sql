-- Places of persons and the machines in them: see docs/decisions/0087-places-and-machines.md.
-- No foreign keys: on a cluster the tables are distributed after the migration.
create table properties (
  organization_id     uuid not null,
  property_id         uuid not null,
  -- Of the lead. The customer is always that of the lead, so a property follows the person through conversions and merges.
  lifecycle_number    text not null,
  lead_id             uuid not null,
  -- { line1, line2, city, region, postal_code, country }
  address             jsonb not null,
  -- The postal code in capitals without spaces and hyphens, of a ZIP+4 code the first five digits.
  normal_postal_code          text not null,
  coordinates         jsonb,
  access_notes        text,
  bill_to_customer_id uuid,
  -- In percent. A number that JavaScript wrote is read as the same number.
  tax_rate            double precision check (tax_rate between 0 and 100),
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  primary key (organization_id, property_id)
);
create index properties_by_lead on properties (organization_id, lead_id, property_id);
create index properties_by_lifecycle on properties (organization_id, lifecycle_number, property_id);
create index properties_by_postal_code on properties (organization_id, normal_postal_code, property_id);
select guard_tenant_table('properties');
grant select, insert, update on properties to throughline_app;
grant select on properties to throughline_own;

create table equipment (
  organization_id             uuid not null,
  equipment_id                uuid not null,
  -- Of its property.
  lifecycle_number            text not null,
  property_id                 uuid not null,
  kind                        text not null check (kind ~ '^[a-z][a-z0-9_]{0,63}$'),
  make                        text,
  model                       text,
  serial                      text,
  installed_on                date,
  installed_by_job_id         uuid,
  -- Both days are covered, in the organization's time zone.
  manufacturer_warranty_ends_on date,
  labour_warranty_ends_on date,
  created_at                  timestamptz not null,
  updated_at                  timestamptz not null,
  primary key (organization_id, equipment_id)
);
create index equipment_by_property on equipment (organization_id, property_id, equipment_id);
create index equipment_by_lifecycle on equipment (organization_id, lifecycle_number, equipment_id);
select guard_tenant_table('equipment');
grant select, insert, update on equipment to throughline_app;
grant select on equipment to throughline_own;

-- ── What names them ─────────────────────────────────────────────────────────────────────────────

alter table appointments add column property_id uuid;
alter table jobs add column property_id uuid, add column equipment_id uuid;
alter table warranty_claims add column equipment_id uuid;
alter table invoices add column property_id uuid;

create index appointments_by_property on appointments (organization_id, property_id) where property_id is not null;
create index jobs_by_property on jobs (organization_id, property_id) where property_id is not null;
create index jobs_by_equipment on jobs (organization_id, equipment_id, job_id) where equipment_id is not null;
create index warranty_claims_by_equipment on warranty_claims (organization_id, equipment_id, claim_id)
  where equipment_id is not null;

-- As before, with the property.
drop function insert_invoice;
create function insert_invoice(
  p_organization_id uuid, p_invoice_id uuid, p_lifecycle_number text, p_job_id uuid, p_customer_id uuid,
  p_status text, p_currency text, p_due_on date, p_lines jsonb, p_subtotal bigint, p_tax bigint, p_total bigint,
  p_notes text, p_at timestamptz, p_property_id uuid default null
) returns text
  language plpgsql volatile as $$
declare
  v_number text;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.invoices (organization_id, invoice_id, number, lifecycle_number, job_id, customer_id, status,
                               currency, due_on, lines, subtotal, tax, total, notes, property_id, created_at,
                               updated_at)
    values (p_organization_id, p_invoice_id, public.next_invoice_number(p_organization_id), p_lifecycle_number,
            p_job_id, p_customer_id, p_status, p_currency, p_due_on, p_lines, p_subtotal, p_tax, p_total, p_notes,
            p_property_id, p_at, p_at)
    returning number into v_number;
  perform public.assign_number('number', v_number);
  return v_number;
end $$;
grant execute on function insert_invoice to throughline_app, throughline_own;

-- ── Whose they are ──────────────────────────────────────────────────────────────────────────────

-- They run as their owner: a technician who sees a place of a person does not see all requests of the person.

-- The customer of a lead, or of the lead that it was merged into; null if there is none.
create function customer_of_lead(p_organization_id uuid, p_lead_id uuid) returns uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_customer_id uuid;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  select l.customer_id into v_customer_id from public.leads l
    where l.organization_id = p_organization_id and l.lead_id = p_lead_id;
  if v_customer_id is null then
    select l.customer_id into v_customer_id from public.leads l
      where l.organization_id = p_organization_id
        and l.lead_id = public.standing_lead(p_organization_id, p_lead_id);
  end if;
  return case when v_customer_id is not null
    then public.standing_customer(p_organization_id, v_customer_id) end;
end $$;

-- Whether two leads are of one person: merged, or of one customer.
create function is_same_person(p_organization_id uuid, p_lead_id uuid, p_other_lead_id uuid) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return public.standing_lead(p_organization_id, p_lead_id) = public.standing_lead(p_organization_id, p_other_lead_id)
    or coalesce(
      public.customer_of_lead(p_organization_id, p_lead_id)
        = public.customer_of_lead(p_organization_id, p_other_lead_id), false);
end $$;
grant execute on function customer_of_lead, is_same_person to throughline_app, throughline_own;

-- ── Own work ────────────────────────────────────────────────────────────────────────────────────

-- Places of the user's own lifecycle numbers, visits and jobs. Stored for the rest of the statement, as in migration 0012.
create function own_property_ids(p_organization_id uuid) returns uuid[]
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp cost 100000 as $$
declare
  v_snapshot constant text := pg_current_snapshot()::text;
  v_user_id constant uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  v_ids uuid[];
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  if current_setting('app.own_property_ids_in', true) = v_snapshot then
    return current_setting('app.own_property_ids')::uuid[];
  end if;

  select coalesce(array_agg(own.property_id), '{}') into v_ids from (
    select p.property_id from public.properties p
      where p.organization_id = p_organization_id
        and p.lifecycle_number = any (public.own_lifecycle_numbers(p_organization_id))
    union
    select a.property_id from public.appointments a
      where a.organization_id = p_organization_id and a.assigned_to = v_user_id and a.property_id is not null
    union
    select j.property_id from public.jobs j
      where j.organization_id = p_organization_id and j.job_id = any (public.own_job_ids(p_organization_id))
        and j.property_id is not null
  ) as own;

  perform set_config('app.own_property_ids', v_ids::text, true);
  perform set_config('app.own_property_ids_in', v_snapshot, true);
  return v_ids;
end $$;
grant execute on function own_property_ids to throughline_own;

select limit_to_own('properties', 'select',
  'property_id = any (public.own_property_ids(nullif(current_setting(''app.organization_id'', true), '''')::uuid))');
select limit_to_own('equipment', 'select',
  'property_id = any (public.own_property_ids(nullif(current_setting(''app.organization_id'', true), '''')::uuid))');

-- ── Privacy ─────────────────────────────────────────────────────────────────────────────────────

create trigger properties_person_not_erased before insert on properties
  for each row execute function refuse_record_of_erased_person();
create trigger equipment_person_not_erased before insert on equipment
  for each row execute function refuse_record_of_erased_person();
create trigger properties_stay_erased before update on properties
  for each row when (
    (old.address, old.coordinates, old.access_notes) is distinct from (new.address, new.coordinates, new.access_notes))
  execute function refuse_record_of_erased_person();
create trigger equipment_stay_erased before update on equipment
  for each row when ((old.make, old.model, old.serial) is distinct from (new.make, new.model, new.serial))
  execute function refuse_record_of_erased_person();

-- Machines are erased with their places. The code of what they are stays.
create function erase_properties(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
begin
  select array_agg(found.property_id order by found.property_id) into v_ids from (
    select p.property_id from public.properties p
    where p.organization_id = p_erasure.organization_id and p.lifecycle_number = any (p_erasure.lifecycle_numbers)
      and (p_position is null or p.property_id > p_position::uuid)
    order by p.property_id limit p_limit) as found;
  update public.properties p
    set address = public.erased_json(p.address, null, '{}', p_pattern),
        normal_postal_code = '',
        coordinates = null,
        access_notes = case when p.access_notes is not null then '[erased]' end
    where p.organization_id = p_erasure.organization_id and p.property_id = any (v_ids);
  update public.equipment e
    set make = case when e.make is not null then '[erased]' end,
        model = case when e.model is not null then '[erased]' end,
        serial = case when e.serial is not null then '[erased]' end
    where e.organization_id = p_erasure.organization_id and e.property_id = any (v_ids);
  return (coalesce(cardinality(v_ids), 0), v_ids[p_limit]::text)::public.erasure_step;
end $$;

-- One more phase, before the jobs. The rest of the function stays as it is.
do $$
declare
  v_function text := pg_get_functiondef('public.erase_person'::regproc);
  v_before constant text := v_function;
begin
  v_function := replace(v_function, $q$array['contacts', 'jobs'$q$, $q$array['contacts', 'properties', 'jobs'$q$);
  v_function := replace(v_function, $q$    when 'jobs' then$q$,
    $q$    when 'properties' then v_step := public.erase_properties(v_erasure, v_values, v_erasure.position, p_limit);
    when 'jobs' then$q$);
  if length(v_function) < length(v_before) + 120 then
    raise exception 'erase_person() has another form than expected';
  end if;
  execute v_function;
end $$;
