-- Where the work of an estimate is done: the job that is made of it is there too.
alter table estimates add column property_id uuid;

-- As estimates_stand_once_sent: the tax rates of what was sent are those of the place.
create trigger estimates_stay_in_place_once_sent before update on estimates
  for each row when (old.status <> 'draft' and old.property_id is distinct from new.property_id)
  execute function refuse_estimate_change();

-- As in migration 0055, with the place.
create or replace function insert_estimate(p_organization_id uuid, p_estimate jsonb) returns text
  language plpgsql volatile as $$
declare
  v_number text;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.estimates (organization_id, estimate_id, number, version, lifecycle_number, lead_id, property_id, status,
                                title, currency, expires_on, options, deposit, warranty_months, terms, created_at, updated_at)
    values (p_organization_id, (p_estimate->>'estimate_id')::uuid, public.next_estimate_number(p_organization_id), 1,
            p_estimate->>'lifecycle_number', (p_estimate->>'lead_id')::uuid, (p_estimate->>'property_id')::uuid, 'draft',
            p_estimate->>'title', p_estimate->>'currency', (p_estimate->>'expires_on')::date, p_estimate->'options',
            nullif(p_estimate->'deposit', 'null'), (p_estimate->>'warranty_months')::integer, p_estimate->>'terms',
            (p_estimate->>'created_at')::timestamptz, (p_estimate->>'created_at')::timestamptz)
    returning number into v_number;
  perform public.assign_number('number', v_number);
  return v_number;
end $$;
