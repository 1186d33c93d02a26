-- Payments through a provider, corrected: see docs/decisions/0096-one-payment-at-a-time.md.

-- What kind of failure it was, so that the customer's page can say how to go on.
alter table checkouts add column failure_code text
  check (failure_code in ('keys_refused', 'request_refused', 'unavailable', 'payment_failed'));

-- While a bank debit of an invoice is on its way, a second page would be paid as well. What opens a page holds the lock of the
-- invoice, so this is only the last line.
create function refuse_checkout_while_processing() returns trigger
  language plpgsql as $$
begin
  if exists (select from public.checkouts c
      where c.organization_id = new.organization_id and c.invoice_id = new.invoice_id and c.status = 'processing') then
    raise exception 'a payment of this invoice is being processed' using errcode = 'restrict_violation',
      constraint = 'checkout_while_processing', hint = 'checkout_while_processing';
  end if;
  return new;
end $$;
create trigger checkouts_not_while_processing before insert on checkouts
  for each row execute function refuse_checkout_while_processing();

-- What two customers have paid on two pages is a fact, so only pages that are still to be paid are one per balance.
drop index checkouts_one_live;
create unique index checkouts_one_live on checkouts (organization_id, invoice_id, amount) where status in ('preparing', 'open');

-- Amounts that the provider refunded and the ledger does not have from it: a person recorded them by hand, or was asked to.
alter table provider_payments add column unrecorded_refunds jsonb not null default '[]';

-- With the mode, because money of tests settles nothing.
drop function find_payment_provider(text);
create function find_payment_provider(p_provider_key text) returns table (
    organization_id uuid, payment_provider_id uuid, kind text, mode text, sealed_secret bytea)
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
    select p.organization_id, p.payment_provider_id, p.kind, p.mode, p.sealed_secret
    from public.payment_providers p
    where p.organization_id = v_place.organization_id and p.payment_provider_id = v_place.payment_provider_id;
end $$;
grant execute on function find_payment_provider to throughline_app;

-- An erasure keeps the kind of failure: it is a word of ours.
create or replace function harmless_fields(p_type text) returns text[]
  language sql immutable parallel safe
  return array['lifecycle_number', 'number', 'status', 'paused_status', 'type', 'kind', 'channel', 'direction',
    'purpose', 'said_by', 'service_needed', 'service', 'currency', 'method', 'confidence', 'reasons', 'code',
    'event', 'waiting_for', 'playbook_name', 'step_id', 'cancel_on', 'content_type', 'author', 'time_zone',
    'allowed', 'lifecycle_numbers', 'relation', 'outcome', 'language', 'anchor', 'delivery', 'signature_kind',
    'provider', 'failure_code']
    || case when p_type like 'lead.%' then array['source'] else '{}' end;

create or replace function fields_with_own_words() returns text[]
  language sql immutable parallel safe
  return array['status', 'paused_status', 'kind', 'channel', 'direction', 'purpose', 'said_by', 'currency', 'method',
    'confidence', 'reasons', 'event', 'waiting_for', 'cancel_on', 'time_zone', 'relation', 'outcome', 'language',
    'lifecycle_number', 'lifecycle_numbers', 'anchor', 'delivery', 'signature_kind', 'provider', 'failure_code'];
