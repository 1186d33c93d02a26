-- Invoices, payments and refunds. All amounts are integers in minor units of the currency.

-- The organization's next number. The counter stays locked until the commit, so it belongs in
-- the statement that commits; a rollback returns the number.
create function next_invoice_number(p_organization_id uuid) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_ordinal bigint;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.organization_counters set invoice_ordinal = invoice_ordinal + 1
    where organization_id = p_organization_id
    returning invoice_ordinal into strict v_ordinal;
  return 'INV-' || lpad(v_ordinal::text, greatest(6, length(v_ordinal::text)), '0');
end $$;

create function sum_of_lines(p_lines jsonb, p_field text) returns bigint
  language sql immutable strict parallel safe
  return (select sum((line->>p_field)::bigint)::bigint from jsonb_array_elements(p_lines) as line);

grant execute on function next_invoice_number, sum_of_lines to throughline_app;

create table invoices (
  organization_id  uuid not null references organizations,
  invoice_id       uuid not null,
  number           text not null,
  lifecycle_number text not null,
  job_id           uuid not null,
  customer_id      uuid not null,
  status           text not null check (status in ('draft', 'sent', 'partially_paid', 'paid', 'void')),
  currency         text not null check (currency ~ '^[A-Z]{3}$'),
  due_on           date not null,
  -- In order: [{ description, quantity, unit_amount, tax_rate, amount, tax }].
  lines            jsonb not null check (jsonb_array_length(lines) between 1 and 500),
  subtotal         bigint not null,
  tax              bigint not null,
  total            bigint not null,
  paid             bigint not null default 0,
  -- Limited, because an invoice is read with all its payments.
  payment_count    integer not null default 0 check (payment_count between 0 and 1000),
  notes            text,
  sent_at          timestamptz,
  paid_at          timestamptz,
  voided_at        timestamptz,
  void_reason      text,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, invoice_id),
  constraint invoices_number_unique unique (organization_id, number),
  foreign key (organization_id, job_id) references jobs,
  foreign key (organization_id, customer_id) references customers,
  foreign key (organization_id, lifecycle_number) references leads (organization_id, lifecycle_number),
  constraint invoice_lines_make_its_sums check (
    subtotal = sum_of_lines(lines, 'amount') and tax = sum_of_lines(lines, 'tax')),
  constraint invoice_adds_up check (subtotal + tax = total),
  -- Far below 2^53, so that a program in any language can read it as a number.
  constraint invoice_total_in_bounds check (total between 0 and 1000000000000000),
  constraint invoice_paid_within_total check (paid between 0 and total),
  constraint invoice_status_as_paid check (
    case status
      when 'sent' then paid = 0 and total > 0
      when 'partially_paid' then paid > 0 and paid < total
      when 'paid' then paid = total
      else paid = 0
    end),
  constraint invoice_sent_at_a_time check (
    case status when 'draft' then sent_at is null when 'void' then true else sent_at is not null end),
  constraint invoice_paid_at_a_time check ((status = 'paid') = (paid_at is not null)),
  constraint invoice_voided_for_a_reason check (
    (status = 'void') = (voided_at is not null) and (status = 'void') = (void_reason is not null))
);

-- Each filter of the list uses one index that ends in invoice_id, the order of the list.
create index invoices_by_status on invoices (organization_id, status, invoice_id);
create index invoices_by_job on invoices (organization_id, job_id, invoice_id);
create index invoices_by_customer on invoices (organization_id, customer_id, invoice_id);
create index invoices_by_lifecycle on invoices (organization_id, lifecycle_number, invoice_id);
-- Overdue invoices are found among those with a balance, which stay few; the date avoids reading the row.
create index invoices_owed on invoices (organization_id, invoice_id, due_on)
  where status in ('sent', 'partially_paid');
select guard_tenant_table('invoices');

-- Writes the invoice with its number, which it returns. Invoices and events use the same counter, which is locked
-- only from this call to the commit.
create function insert_invoice(
  p_organization_id uuid, p_invoice_id uuid, p_lifecycle_number text, p_job_id uuid, p_customer_id uuid,
  p_status text, p_currency text, p_due_on date, p_lines jsonb, p_subtotal bigint, p_tax bigint, p_total bigint,
  p_notes text, p_at timestamptz
) returns text
  language plpgsql volatile as $$
declare
  v_number text;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.invoices (organization_id, invoice_id, number, lifecycle_number, job_id, customer_id, status,
                               currency, due_on, lines, subtotal, tax, total, notes, created_at, updated_at)
    values (p_organization_id, p_invoice_id, public.next_invoice_number(p_organization_id), p_lifecycle_number,
            p_job_id, p_customer_id, p_status, p_currency, p_due_on, p_lines, p_subtotal, p_tax, p_total, p_notes,
            p_at, p_at)
    returning number into v_number;
  perform public.assign_number('number', v_number);
  return v_number;
end $$;
grant execute on function insert_invoice to throughline_app;

-- Payments and, as negative amounts, refunds. The key is also the order in which an invoice shows them.
create table invoice_payments (
  organization_id uuid not null,
  invoice_id      uuid not null,
  payment_id      uuid not null,
  amount          bigint not null,
  method          text check (method in ('cash', 'card', 'check', 'transfer', 'other')),
  reference       text,
  reason          text,
  -- The payment that is refunded, if specified.
  refund_of       uuid,
  paid_at         timestamptz not null,
  created_at      timestamptz not null,
  primary key (organization_id, invoice_id, payment_id),
  foreign key (organization_id, invoice_id) references invoices,
  foreign key (organization_id, invoice_id, refund_of) references invoice_payments,
  constraint payment_comes_in_or_goes_back check (
    case when amount > 0 then method is not null and reason is null and refund_of is null
         when amount < 0 then method is null and reason is not null
         else false
    end)
);
select guard_tenant_table('invoice_payments');

create function refuse_invoice_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'invoice % stands as it is; void it and write another', old.number
    using errcode = 'restrict_violation';
end $$;

create trigger invoices_identity_immutable before update on invoices
  for each row when (
    (old.number, old.job_id, old.customer_id, old.currency)
    is distinct from (new.number, new.job_id, new.customer_id, new.currency))
  execute function refuse_invoice_change();
-- A sent invoice must match what the customer received.
create trigger invoices_stand_once_sent before update on invoices
  for each row when (
    old.status <> 'draft' and (
      (old.lines, old.subtotal, old.tax, old.total, old.due_on, old.notes)
      is distinct from (new.lines, new.subtotal, new.tax, new.total, new.due_on, new.notes)
      or new.status = 'draft' or (old.status = 'void' and new.status <> 'void')))
  execute function refuse_invoice_change();

create function refuse_payment_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'payments are append-only; record a refund instead'
    using errcode = 'restrict_violation';
end $$;

create trigger invoice_payments_append_only before update on invoice_payments
  for each row execute function refuse_payment_change();

grant select, insert, update on invoices to throughline_app;
grant select, insert on invoice_payments to throughline_app;
