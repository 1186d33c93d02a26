-- Offers to customers, and the contracts that become of them: see docs/decisions/0085-estimates.md. All amounts are integers in
-- minor units of the currency. No foreign keys: on a cluster the tables are distributed after the migration.

alter table organization_counters add column estimate_ordinal bigint not null default 0;

-- As next_invoice_number().
create function next_estimate_number(p_organization_id uuid) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_ordinal bigint;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.organization_counters set estimate_ordinal = estimate_ordinal + 1
    where organization_id = p_organization_id
    returning estimate_ordinal into strict v_ordinal;
  return 'EST-' || lpad(v_ordinal::text, greatest(6, length(v_ordinal::text)), '0');
end $$;

-- One row per version. Versions of one estimate have the same number.
create table estimates (
  organization_id  uuid not null,
  estimate_id      uuid not null,
  number           text not null,
  version          integer not null check (version between 1 and 1000),
  lifecycle_number text not null,
  lead_id          uuid not null,
  status           text not null check (
    status in ('draft', 'sent', 'viewed', 'accepted', 'declined', 'expired', 'superseded')),
  title            text not null,
  currency         text not null check (currency ~ '^[A-Z]{3}$'),
  -- The last day on which it can be accepted, in the organization's time zone.
  expires_on       date not null,
  -- In order: [{ name, recommended, lines: [{ price_item, kind, description, quantity, unit, unit_amount, tax_rate, optional,
  -- amount, tax }], subtotal, tax, total }]. The totals are without the optional lines.
  options          jsonb not null check (jsonb_array_length(options) between 1 and 5),
  -- { percent } or { amount }.
  deposit          jsonb,
  warranty_months  integer not null check (warranty_months between 0 and 1200),
  terms            text,
  -- How it was sent: by a message, or only marked as sent.
  delivery         text check (delivery in ('issued', 'email', 'sms')),
  communication_id uuid,
  -- What was accepted: the positions of the option and of its optional lines.
  accepted_option  integer,
  accepted_lines   integer[],
  accepted_amount  bigint,
  signature_name   text,
  signature_kind   text check (signature_kind in ('typed', 'drawn')),
  document_hash    text check (document_hash ~ '^[0-9a-f]{64}$'),
  job_id           uuid,
  -- The deposit; null if none was agreed.
  invoice_id       uuid,
  decline_reason   text,
  supersedes       uuid,
  superseded_by    uuid,
  sent_at          timestamptz,
  viewed_at        timestamptz,
  accepted_at      timestamptz,
  declined_at      timestamptz,
  expired_at       timestamptz,
  superseded_at    timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (organization_id, estimate_id),
  constraint estimates_number_unique unique (organization_id, number, version),
  constraint estimate_sent_at_a_time check ((status = 'draft') = (sent_at is null)),
  constraint estimate_accepted_as_a_whole check (
    case status when 'accepted'
      then num_nulls(accepted_at, accepted_option, accepted_lines, accepted_amount, signature_name, signature_kind,
             document_hash, job_id) = 0
      else num_nonnulls(accepted_at, accepted_option, accepted_lines, accepted_amount, signature_name, signature_kind,
             document_hash, job_id, invoice_id) = 0
    end),
  constraint estimate_declined_for_a_reason check ((declined_at is null) = (decline_reason is null)),
  constraint estimate_superseded_by_another check (
    (status = 'superseded') = (superseded_at is not null) and (status = 'superseded') = (superseded_by is not null))
);
-- Of one estimate, at most one version is open, and at most one was accepted.
create unique index estimates_one_open_version on estimates (organization_id, number)
  where status in ('draft', 'sent', 'viewed', 'accepted');
-- Each filter of the list uses one index that ends in estimate_id, the order of the list.
create index estimates_by_status on estimates (organization_id, status, estimate_id);
create index estimates_by_lifecycle on estimates (organization_id, lifecycle_number, estimate_id);
create index estimates_to_expire on estimates (organization_id, expires_on) where status in ('sent', 'viewed');
select guard_tenant_table('estimates');
create trigger estimates_person_not_erased before insert on estimates
  for each row execute function refuse_record_of_erased_person();

create function refuse_estimate_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'estimate %, version %, stands as it is; revise it', old.number, old.version
    using errcode = 'restrict_violation';
end $$;
create trigger estimates_identity_immutable before update on estimates
  for each row when (
    (old.number, old.version, old.lead_id, old.currency, old.supersedes, old.created_at)
    is distinct from (new.number, new.version, new.lead_id, new.currency, new.supersedes, new.created_at))
  execute function refuse_estimate_change();
-- What was sent must stay what the customer received, and what was accepted what was signed. Only an erasure, which runs as
-- the owner, replaces texts.
create trigger estimates_stand_once_sent before update on estimates
  for each row when (
    old.status <> 'draft' and (
      (old.title, old.expires_on, old.options, old.deposit, old.warranty_months, old.terms, old.sent_at)
      is distinct from (new.title, new.expires_on, new.options, new.deposit, new.warranty_months, new.terms, new.sent_at)
      or new.status = 'draft'
      or (old.status in ('accepted', 'superseded') and old.status <> new.status)
      or (old.status = 'accepted' and
          (old.accepted_at, old.accepted_option, old.accepted_lines, old.accepted_amount, old.signature_name,
           old.signature_kind, old.document_hash, old.job_id, old.invoice_id)
          is distinct from
          (new.accepted_at, new.accepted_option, new.accepted_lines, new.accepted_amount, new.signature_name,
           new.signature_kind, new.document_hash, new.job_id, new.invoice_id)))
    and (current_setting('app.erasing', true) is distinct from 'on' or current_user in ('throughline_app', 'throughline_own')))
  execute function refuse_estimate_change();
grant select, insert, update on estimates to throughline_app, throughline_own;
select limit_to_own('estimates', 'all', 'lifecycle_number = any $lifecycles');

-- The proof of an acceptance: exactly what was shown and signed. It never changes.
create table estimate_acceptances (
  organization_id  uuid not null,
  estimate_id      uuid not null,
  lifecycle_number text not null,
  -- The canonical JSON of this is what document_hash is the hash of.
  document         jsonb not null,
  document_hash    text not null check (document_hash ~ '^[0-9a-f]{64}$'),
  -- A PNG image of a drawn signature.
  signature_image  bytea check (length(signature_image) <= 262144),
  -- By a user for the customer, or by the customer's own link; then with the address and the program it came from.
  accepted_by      text not null check (accepted_by in ('user', 'link')),
  actor            jsonb not null,
  address          text,
  user_agent       text,
  created_at       timestamptz not null,
  primary key (organization_id, estimate_id)
);
select guard_tenant_table('estimate_acceptances');
create function refuse_acceptance_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'an acceptance never changes' using errcode = 'restrict_violation';
end $$;
create trigger estimate_acceptances_stand before update on estimate_acceptances
  for each row when (
    current_setting('app.erasing', true) is distinct from 'on' or current_user in ('throughline_app', 'throughline_own'))
  execute function refuse_acceptance_change();
grant select, insert on estimate_acceptances to throughline_app;
grant select on estimate_acceptances to throughline_own;
select limit_to_own('estimate_acceptances', 'all', 'lifecycle_number = any $lifecycles');

-- The current name of the contact of a lead, and the customer that it is.
create function contact_of_lead(p_organization_id uuid, p_lead_id uuid) returns jsonb
  language plpgsql stable as $$
declare
  v_lead record;
  v_customer_id uuid;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  select l.name, l.customer_id into v_lead from public.leads l
    where l.organization_id = p_organization_id and l.lead_id = p_lead_id;
  v_customer_id := case when v_lead.customer_id is not null
    then public.standing_customer(p_organization_id, v_lead.customer_id) end;
  return jsonb_build_object('customer_id', v_customer_id, 'name', coalesce(
    (select c.name from public.customers c
     where c.organization_id = p_organization_id and c.customer_id = v_customer_id), v_lead.name));
end $$;

-- Writes an estimate with its number, which it returns. As insert_invoice(), it belongs into the statement that commits.
create function insert_estimate(p_organization_id uuid, p_estimate jsonb) returns text
  language plpgsql volatile as $$
declare
  v_number text;
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  insert into public.estimates (organization_id, estimate_id, number, version, lifecycle_number, lead_id, status, title,
                                currency, expires_on, options, deposit, warranty_months, terms, created_at, updated_at)
    values (p_organization_id, (p_estimate->>'estimate_id')::uuid, public.next_estimate_number(p_organization_id), 1,
            p_estimate->>'lifecycle_number', (p_estimate->>'lead_id')::uuid, 'draft', p_estimate->>'title',
            p_estimate->>'currency', (p_estimate->>'expires_on')::date, p_estimate->'options',
            nullif(p_estimate->'deposit', 'null'), (p_estimate->>'warranty_months')::integer, p_estimate->>'terms',
            (p_estimate->>'created_at')::timestamptz, (p_estimate->>'created_at')::timestamptz)
    returning number into v_number;
  perform public.assign_number('number', v_number);
  return v_number;
end $$;
grant execute on function next_estimate_number, contact_of_lead, insert_estimate, refuse_estimate_change
  to throughline_app, throughline_own;

-- ── Contracts ───────────────────────────────────────────────────────────────────────────────────

-- What was signed. A job is made of an estimate once.
alter table jobs
  add column contract_estimate_id uuid,
  add column contract_document_hash text check (contract_document_hash ~ '^[0-9a-f]{64}$');
create unique index jobs_of_estimate on jobs (organization_id, contract_estimate_id) where contract_estimate_id is not null;

create function refuse_contract_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'a contract that was signed stands as it is' using errcode = 'restrict_violation';
end $$;
create trigger jobs_signed_contract_stands before update on jobs
  for each row when (
    old.contract_document_hash is not null
    and (old.contract_signed_at, old.contract_amount, old.contract_currency, old.contract_terms, old.contract_estimate_id,
         old.contract_document_hash)
      is distinct from (new.contract_signed_at, new.contract_amount, new.contract_currency, new.contract_terms,
         new.contract_estimate_id, new.contract_document_hash)
    and (current_setting('app.erasing', true) is distinct from 'on' or current_user in ('throughline_app', 'throughline_own')))
  execute function refuse_contract_change();

-- ── Restores ────────────────────────────────────────────────────────────────────────────────────

create or replace function continue_numbers(p_organization_id uuid) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not public.is_tenant(p_organization_id) then
    perform public.refuse_tenant(p_organization_id);
  end if;
  update public.organization_counters c
  set lifecycle_ordinal = greatest(c.lifecycle_ordinal, (
        select max(split_part(l.lifecycle_number, '-', 1)::bigint) from public.leads l
        where l.organization_id = p_organization_id)),
      invoice_ordinal = greatest(c.invoice_ordinal, (
        select max(split_part(i.number, '-', 2)::bigint) from public.invoices i
        where i.organization_id = p_organization_id)),
      estimate_ordinal = greatest(c.estimate_ordinal, (
        select max(split_part(e.number, '-', 2)::bigint) from public.estimates e
        where e.organization_id = p_organization_id))
  where c.organization_id = p_organization_id;
end $$;

-- ── Privacy ─────────────────────────────────────────────────────────────────────────────────────

-- Numbers, amounts and the hash stay, so that sums and references hold. What was signed can no longer be verified.
create function erase_estimates(p_erasure public.erasures, p_pattern text, p_position text, p_limit integer)
  returns public.erasure_step
  language plpgsql volatile as $$
declare
  v_ids uuid[];
begin
  select array_agg(found.estimate_id order by found.estimate_id) into v_ids from (
    select e.estimate_id from public.estimates e
    where e.organization_id = p_erasure.organization_id and e.lifecycle_number = any (p_erasure.lifecycle_numbers)
      and (p_position is null or e.estimate_id > p_position::uuid)
    order by e.estimate_id limit p_limit) as found;
  update public.estimates e
    set title = '[erased]',
        options = public.erased_json(e.options, null, array['price_item', 'kind'], p_pattern),
        terms = case when e.terms is not null then '[erased]' end,
        signature_name = case when e.signature_name is not null then '[erased]' end,
        decline_reason = case when e.decline_reason is not null then '[erased]' end
    where e.organization_id = p_erasure.organization_id and e.estimate_id = any (v_ids);
  update public.estimate_acceptances a
    set document = '{"erased": true}',
        signature_image = case when a.signature_image is not null then ''::bytea end,
        address = case when a.address is not null then '[erased]' end,
        user_agent = case when a.user_agent is not null then '[erased]' end
    where a.organization_id = p_erasure.organization_id and a.estimate_id = any (v_ids);
  return (coalesce(cardinality(v_ids), 0), v_ids[p_limit]::text)::public.erasure_step;
end $$;

-- One more phase, after the invoices. The rest of the function stays as it is.
do $$
declare
  v_function text := pg_get_functiondef('public.erase_person'::regproc);
  v_before constant text := v_function;
begin
  v_function := replace(v_function, $q$'invoices', 'communications'$q$, $q$'invoices', 'estimates', 'communications'$q$);
  v_function := replace(v_function, $q$    when 'communications' then$q$,
    $q$    when 'estimates' then v_step := public.erase_estimates(v_erasure, v_values, v_erasure.position, p_limit);
    when 'communications' then$q$);
  if length(v_function) < length(v_before) + 120 then
    raise exception 'erase_person() has another form than expected';
  end if;
  execute v_function;
end $$;
