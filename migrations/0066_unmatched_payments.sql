-- A person can put a payment that fits no open invoice on one. See docs/decisions/0095-matching-payments.md.
-- A payment that arrived does not change, and does not arrive again. Only one that is on no invoice gets one.
create or replace function keep_provider_payment() returns trigger
  language plpgsql as $$
begin
  if (new.provider, new.provider_payment_id) is distinct from (old.provider, old.provider_payment_id)
      or (old.status <> 'announced' and (new.amount, new.currency, new.paid_at)
        is distinct from (old.amount, old.currency, old.paid_at))
      or (old.status <> 'announced' and new.invoice_id is distinct from old.invoice_id
        and not (old.status = 'unmatched' and new.status = 'recorded'))
      or (old.status = 'recorded' and new.status <> 'recorded')
      or new.refunded_applied < old.refunded_applied then
    raise exception 'a payment that arrived does not change' using errcode = 'restrict_violation',
      constraint = 'provider_payment_immutable', hint = 'provider_payment_immutable';
  end if;
  return new;
end $$;
