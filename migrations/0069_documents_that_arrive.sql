-- Documents arrive, and what was invoiced is invoiced once: see docs/decisions/0098-documents-that-arrive.md.

-- Why a document was only marked as sent.
alter table invoices
  add column delivery_reason text,
  -- It was made by the acceptance of an estimate: invoices for the work subtract it.
  add column is_deposit boolean not null default false;
alter table estimates add column delivery_reason text;

-- The deposits before there was the column.
do $$
declare
  v_organization_id uuid;
begin
  for v_organization_id in select organization_id from organizations loop
    perform set_config('app.organization_id', v_organization_id::text, true);
    update invoices i set is_deposit = true
      from estimates e
      where i.organization_id = v_organization_id and e.organization_id = v_organization_id and e.invoice_id = i.invoice_id;
  end loop;
  perform set_config('app.organization_id', '', true);
end $$;

-- As before, and whether it is a deposit.
drop function insert_invoice;
create function insert_invoice(
  p_organization_id uuid, p_invoice_id uuid, p_lifecycle_number text, p_job_id uuid, p_customer_id uuid,
  p_status text, p_currency text, p_due_on date, p_lines jsonb, p_subtotal bigint, p_tax bigint, p_total bigint,
  p_notes text, p_at timestamptz, p_property_id uuid default null, p_is_deposit boolean default false
) returns text
  language plpgsql volatile as $$
declare
  v_number text;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.invoices (organization_id, invoice_id, number, lifecycle_number, job_id, customer_id, status,
                               currency, due_on, lines, subtotal, tax, total, notes, property_id, is_deposit, created_at,
                               updated_at)
    values (p_organization_id, p_invoice_id, public.next_invoice_number(p_organization_id), p_lifecycle_number,
            p_job_id, p_customer_id, p_status, p_currency, p_due_on, p_lines, p_subtotal, p_tax, p_total, p_notes,
            p_property_id, p_is_deposit, p_at, p_at)
    returning number into v_number;
  perform public.assign_number('number', v_number);
  return v_number;
end $$;
grant execute on function insert_invoice to throughline_app, throughline_own;

-- The current name of the contact of a lead, and the customer that it is: also of a lead that was merged into another.
create or replace function contact_of_lead(p_organization_id uuid, p_lead_id uuid) returns jsonb
  language plpgsql stable as $$
declare
  v_customer_id uuid;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  v_customer_id := public.customer_of_lead(p_organization_id, p_lead_id);
  return jsonb_build_object('customer_id', v_customer_id, 'name', coalesce(
    (select c.name from public.customers c
     where c.organization_id = p_organization_id and c.customer_id = v_customer_id),
    (select l.name from public.leads l
     where l.organization_id = p_organization_id and l.lead_id = p_lead_id)));
end $$;

-- What a person writes into a draft or into a reason is not written again after the erasure of the person.
create trigger estimates_stay_erased before update on estimates
  for each row when (
    (old.title, old.options, old.terms, old.signature_name, old.decline_reason)
    is distinct from (new.title, new.options, new.terms, new.signature_name, new.decline_reason))
  execute function refuse_record_of_erased_person();
create trigger invoices_stay_erased before update on invoices
  for each row when ((old.lines, old.notes, old.void_reason) is distinct from (new.lines, new.notes, new.void_reason))
  execute function refuse_record_of_erased_person();
