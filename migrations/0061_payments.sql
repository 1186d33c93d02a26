-- Payments through a provider: see docs/decisions/0091-payments.md. No foreign keys: on a cluster the tables are distributed
-- after the migration.

-- An account at a provider of payments, with its keys encrypted.
create table payment_providers (
  organization_id     uuid not null,
  payment_provider_id uuid not null,
  provider_key        text not null,
  kind                text not null check (kind in ('stripe')),
  -- Whether the keys move real money.
  mode                text not null check (mode in ('test', 'live')),
  status              text not null check (status in ('active', 'disabled')),
  sealed_secret       bytea not null,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  primary key (organization_id, payment_provider_id)
);
create unique index payment_providers_one_active on payment_providers (organization_id) where status = 'active';
select guard_tenant_table('payment_providers');
grant select, insert, update on payment_providers to throughline_app;

-- The customers of a demo company are invented, and have no cards.
create trigger payment_providers_not_of_demo before insert or update of status on payment_providers
  for each row execute function refuse_channel_of_demo();

-- Finds the organization of a provider's key, like source_directory. On Citus this is a reference table.
create table payment_provider_directory (
  organization_id     uuid not null,
  payment_provider_id uuid not null,
  provider_key        text not null,
  primary key (organization_id, payment_provider_id)
);
create unique index payment_provider_directory_key on payment_provider_directory (provider_key)
  include (organization_id, payment_provider_id);
select guard_tenant_table('payment_provider_directory');
create policy presented on payment_provider_directory for select
  using (provider_key = nullif(current_setting('app.provider_key', true), ''));
grant select, insert on payment_provider_directory to throughline_app;

-- The provider of a key, active or not: payments that were begun are still reported. Empty for an unknown key.
create function find_payment_provider(p_provider_key text) returns table (
    organization_id uuid, payment_provider_id uuid, kind text, sealed_secret bytea, company text, language text)
  language plpgsql volatile as $$
declare
  v_place record;
begin
  perform public.set_locally('app.provider_key', p_provider_key);
  select d.organization_id, d.payment_provider_id into v_place
    from public.payment_provider_directory d where d.provider_key = p_provider_key;
  if not found then
    return;
  end if;
  perform public.set_locally('app.organization_id', v_place.organization_id::text);
  return query
    select p.organization_id, p.payment_provider_id, p.kind, p.sealed_secret, o.name, o.language
    from public.payment_providers p
    join public.organizations o on o.organization_id = p.organization_id
    where p.organization_id = v_place.organization_id and p.payment_provider_id = v_place.payment_provider_id;
end $$;
grant execute on function find_payment_provider to throughline_app;

-- ── Checkouts ───────────────────────────────────────────────────────────────────────────────────

-- A page of the provider on which the open balance of an invoice is paid.
create table checkouts (
  organization_id     uuid not null,
  checkout_id         uuid not null,
  invoice_id          uuid not null,
  payment_provider_id uuid not null,
  lifecycle_number    text not null,
  amount              bigint not null check (amount > 0),
  currency            text not null,
  -- preparing: the worker has not asked the provider yet. processing: the customer has paid in a way that takes days.
  status              text not null
    check (status in ('preparing', 'open', 'processing', 'paid', 'expired', 'failed')),
  -- The provider's id of the page, and its address.
  session_id          text,
  url                 text,
  -- Where the customer goes after it.
  return_url          text not null,
  -- Why it failed.
  failure             text,
  expires_at          timestamptz,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  primary key (organization_id, checkout_id),
  constraint checkout_open_at_an_address check (status <> 'open' or url is not null)
);
-- Two pages for the same balance would be paid twice.
create unique index checkouts_one_live on checkouts (organization_id, invoice_id, amount)
  where status in ('preparing', 'open', 'processing');
create index checkouts_by_invoice on checkouts (organization_id, invoice_id, checkout_id);
select guard_tenant_table('checkouts');
grant select, insert, update on checkouts to throughline_app;
grant select on checkouts to throughline_own;
select limit_to_own('checkouts', 'all', 'public.sees_invoice(organization_id, invoice_id)');

-- What was asked for does not change, and what was paid stays paid.
create function keep_checkout() returns trigger
  language plpgsql as $$
begin
  if (new.invoice_id, new.payment_provider_id, new.amount, new.currency)
      is distinct from (old.invoice_id, old.payment_provider_id, old.amount, old.currency)
      or (old.session_id is not null and new.session_id is distinct from old.session_id)
      or (old.status = 'paid' and new.status <> 'paid') then
    raise exception 'a checkout does not change' using errcode = 'restrict_violation', constraint = 'checkout_immutable',
      hint = 'checkout_immutable';
  end if;
  return new;
end $$;
create trigger checkouts_immutable before update on checkouts
  for each row execute function keep_checkout();

-- ── What the provider reports ───────────────────────────────────────────────────────────────────

-- Every report of a provider, once, without the personal data in it.
create table provider_events (
  organization_id     uuid not null,
  provider            text not null check (provider in ('stripe')),
  provider_event_id   text not null,
  payment_provider_id uuid not null,
  type                text not null,
  outcome             text not null check (outcome in ('applied', 'ignored')),
  received_at         timestamptz not null,
  primary key (organization_id, provider, provider_event_id)
);
select guard_tenant_table('provider_events', 'append_only');
grant select, insert on provider_events to throughline_app;

-- One row per payment at the provider: what is known of it, in whatever order it was reported. The ledger stays
-- invoice_payments, where a recorded payment has the same payment_id.
create table provider_payments (
  organization_id     uuid not null,
  payment_id          uuid not null,
  provider            text not null check (provider in ('stripe')),
  provider_payment_id text not null,
  -- announced: a refund or dispute was reported before the payment, or of a payment that is none of ours.
  -- unmatched: money that is on no invoice. returned: the same, refunded in full.
  status              text not null check (status in ('announced', 'recorded', 'unmatched', 'returned')),
  -- Why it is on no invoice.
  reason              text,
  checkout_id         uuid,
  invoice_id          uuid,
  amount              bigint,
  currency            text,
  method              text check (method in ('card', 'transfer')),
  -- By refund: { amount, status }. Refunds are also reported as the total so far.
  refunds             jsonb not null,
  reported_refunded   bigint not null check (reported_refunded >= 0),
  -- What the provider has refunded by all reports, and how much of it the ledger was asked to record.
  refunded            bigint not null check (refunded >= 0),
  refunded_applied    bigint not null check (refunded_applied >= 0),
  -- By dispute: { amount, reason, status }.
  disputes            jsonb not null,
  paid_at             timestamptz,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  primary key (organization_id, payment_id),
  constraint provider_payment_has_arrived check (
    status = 'announced'
      or (amount is not null and currency is not null and method is not null and paid_at is not null)),
  constraint provider_payment_for_an_invoice check (status <> 'recorded' or invoice_id is not null),
  constraint provider_payment_unmatched_for_a_reason check ((status in ('unmatched', 'returned')) = (reason is not null)),
  constraint provider_refund_applied_once check (refunded_applied <= refunded)
);
create unique index provider_payments_once on provider_payments (organization_id, provider, provider_payment_id);
create index provider_payments_by_status on provider_payments (organization_id, status, payment_id);
create index provider_payments_by_invoice on provider_payments (organization_id, invoice_id, payment_id)
  where invoice_id is not null;
select guard_tenant_table('provider_payments');
grant select, insert, update on provider_payments to throughline_app;

-- A payment that arrived does not change, and does not arrive again.
create function keep_provider_payment() returns trigger
  language plpgsql as $$
begin
  if (new.provider, new.provider_payment_id) is distinct from (old.provider, old.provider_payment_id)
      or (old.status <> 'announced' and (new.amount, new.currency, new.invoice_id, new.paid_at)
        is distinct from (old.amount, old.currency, old.invoice_id, old.paid_at))
      or (old.status = 'recorded' and new.status <> 'recorded')
      or new.refunded_applied < old.refunded_applied then
    raise exception 'a payment that arrived does not change' using errcode = 'restrict_violation',
      constraint = 'provider_payment_immutable', hint = 'provider_payment_immutable';
  end if;
  return new;
end $$;
create trigger provider_payments_immutable before update on provider_payments
  for each row execute function keep_provider_payment();

-- ── The ledger ──────────────────────────────────────────────────────────────────────────────────

-- Null for what people record. For a refund, the id of the payment with the total that was refunded by then.
alter table invoice_payments
  add column provider text check (provider in ('stripe')),
  add column provider_payment_id text,
  add constraint invoice_payment_of_a_provider check ((provider is null) = (provider_payment_id is null));
-- Whatever is reported how often, the ledger has it once.
create unique index invoice_payments_of_provider_once on invoice_payments (organization_id, provider, provider_payment_id)
  where provider is not null;
create index invoice_payments_received on invoice_payments (organization_id, payment_id) where amount > 0;
create index invoice_payments_received_by_provider on invoice_payments (organization_id, provider, payment_id) where amount > 0;

-- ── Keys ────────────────────────────────────────────────────────────────────────────────────────

create or replace function organizations_with_other_keys(p_key_names bytea[]) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select distinct stored.organization_id
    from (
      select c.organization_id, c.sealed_secret from public.channels c
      union all
      select e.organization_id, e.sealed_secret from public.webhook_endpoints e
      union all
      select e.organization_id, e.sealed_previous_secret from public.webhook_endpoints e
      union all
      select p.organization_id, p.sealed_secret from public.playbook_signing_secrets p
      union all
      select p.organization_id, p.sealed_previous_secret from public.playbook_signing_secrets p
      union all
      select s.organization_id, s.sealed_value from public.secrets s
      union all
      select k.organization_id, k.sealed_secret from public.erasure_keys k
      union all
      select s.organization_id, s.sealed_secret from public.sources s
      union all
      select p.organization_id, p.sealed_secret from public.payment_providers p
    ) as stored (organization_id, sealed)
    where stored.sealed is not null and substr(stored.sealed, 1, 5) <> all (p_key_names)
    order by stored.organization_id;
end $$;
