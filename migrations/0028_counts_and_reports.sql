-- Counts, sums and reports: the currency of an organization, names on invoices, and one index per figure.

-- ── Currency ────────────────────────────────────────────────────────────────────────────────────

-- What an amount without a currency is in. Until now the console used the newest contract's, or US dollars.
alter table organizations add column currency text check (currency ~ '^[A-Z]{3}$');
update organizations o set currency = coalesce(
  (select j.contract_currency from jobs j
   where j.organization_id = o.organization_id and j.contract_currency is not null
   order by j.job_id desc limit 1),
  (select i.currency from invoices i
   where i.organization_id = o.organization_id order by i.invoice_id desc limit 1),
  'USD');
alter table organizations alter column currency set not null;

-- ── Names on invoices ───────────────────────────────────────────────────────────────────────────

create function name_of_customer(p_organization_id uuid, p_customer_id uuid) returns text
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return (
    select c.name from public.customers c
    where c.organization_id = p_organization_id and c.customer_id = p_customer_id);
end $$;

create function title_of_job(p_organization_id uuid, p_job_id uuid) returns text
  language plpgsql stable as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  return (
    select j.title from public.jobs j
    where j.organization_id = p_organization_id and j.job_id = p_job_id);
end $$;

grant execute on function name_of_customer, title_of_job to throughline_app, throughline_own;

-- ── Lists ───────────────────────────────────────────────────────────────────────────────────────

-- The next visit under a number, or of a job. Visits that are over are most of all visits, and are not in it.
create index appointments_ahead on appointments (organization_id, lifecycle_number, starts_at, appointment_id)
  where status in ('booked', 'confirmed', 'dispatched', 'en_route', 'in_progress');
create index appointments_ahead_by_job on appointments (organization_id, job_id, starts_at, appointment_id)
  where job_id is not null and status in ('booked', 'confirmed', 'dispatched', 'en_route', 'in_progress');
-- What is owed under a number.
create index invoices_owed_by_lifecycle on invoices (organization_id, lifecycle_number)
  include (currency, total, paid) where status in ('sent', 'partially_paid');
-- The list by due date reads one range per status.
create index invoices_by_due on invoices (organization_id, status, due_on, invoice_id);

-- ── Counts and sums ─────────────────────────────────────────────────────────────────────────────

-- Everything that a count reads is in its index.
create index jobs_counted on jobs (organization_id, status, contract_currency) include (contract_amount);
create index jobs_counted_by_assignee on jobs (organization_id, assigned_to, status, contract_currency)
  include (contract_amount) where assigned_to is not null;
create index invoices_counted on invoices (organization_id, status, currency) include (total, paid, due_on);

-- ── Reports ─────────────────────────────────────────────────────────────────────────────────────

create index invoices_by_sent on invoices (organization_id, sent_at)
  include (status, currency, total, paid, job_id, lifecycle_number) where sent_at is not null;
create index invoice_payments_by_time on invoice_payments (organization_id, paid_at)
  include (invoice_id, amount);
