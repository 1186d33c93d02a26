import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import { type CheckoutStatus, type FailureCode, isOver, LIVE } from './checkout.ts';
import type { Checkout, LoggedCheckout } from './checkout-schemas.ts';
import { checkoutUpdated } from './events.ts';

export interface CheckoutRow {
  checkout_id: string;
  invoice_id: string;
  payment_provider_id: string;
  lifecycle_number: string;
  amount: number;
  currency: string;
  status: CheckoutStatus;
  session_id: string | null;
  url: string | null;
  return_url: string;
  failure_code: FailureCode | null;
  failure: string | null;
  expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const checkouts = table<CheckoutRow>('checkouts', {
  checkout_id: 'key',
  invoice_id: 'fixed',
  payment_provider_id: 'fixed',
  lifecycle_number: 'fixed',
  amount: 'fixed',
  currency: 'fixed',
  status: 'value',
  session_id: 'value',
  url: 'value',
  return_url: 'fixed',
  failure_code: 'value',
  failure: 'value',
  expires_at: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export function toLoggedCheckout(row: CheckoutRow): LoggedCheckout {
  return {
    checkout_id: toPublicId('checkout', row.checkout_id),
    invoice_id: toPublicId('invoice', row.invoice_id),
    lifecycle_number: row.lifecycle_number,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    failure_code: row.failure_code,
    failure: row.failure,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toCheckout(row: CheckoutRow): Checkout {
  return { ...toLoggedCheckout(row), url: row.url };
}

export const checkoutResource = {
  insert: checkouts.insert,
  save: checkouts.update,
  show: toLoggedCheckout,
};

export const {
  find: findCheckout,
  findOrNull: findCheckoutOrNull,
  lock: lockCheckout,
} = checkouts.byKey('checkout');

const SELECT_LIVE = `select ${checkouts.columns} from checkouts
   where organization_id = $1 and invoice_id = $2 and status in (${LIVE.map((one) => `'${one}'`).join(', ')})
   order by checkout_id`;
const selectLive = statement('select_live_checkouts', SELECT_LIVE);
const lockOpenOfProvider = statement(
  'lock_open_checkouts_of_provider',
  `select ${checkouts.columns} from checkouts
   where organization_id = $1 and payment_provider_id = $2 and status in ('preparing', 'open')
   order by checkout_id for no key update`,
);
const lockLive = statement('lock_live_checkouts', `${SELECT_LIVE} for no key update`);

/** Those of an invoice that can still be paid, locked. */
export function lockLiveCheckouts(tx: Tx, invoiceId: string): Promise<CheckoutRow[]> {
  return tx.query(lockLive, [tx.organizationId, invoiceId]);
}

/** Those of a provider that nobody has paid on yet, locked. */
export function lockOpenCheckoutsOfProvider(
  tx: Tx,
  paymentProviderId: string,
): Promise<CheckoutRow[]> {
  return tx.query(lockOpenOfProvider, [tx.organizationId, paymentProviderId]);
}

const selectNewest = statement(
  'select_newest_checkout',
  `select ${checkouts.columns} from checkouts where organization_id = $1 and invoice_id = $2
   order by checkout_id desc limit 1`,
);

/**
 * How the online payment of an invoice stands, for the page of the customer: the checkout that is being processed or can
 * be paid; otherwise the last one, if it failed. Null if there is nothing to say.
 */
export async function findCheckoutToShow(tx: Tx, invoiceId: string): Promise<CheckoutRow | null> {
  const [live, [last]] = await Promise.all([
    tx.query<CheckoutRow>(selectLive, [tx.organizationId, invoiceId]),
    tx.query<CheckoutRow>(selectNewest, [tx.organizationId, invoiceId]),
  ]);
  const usable = live.findLast(({ expires_at }) => !isOver(expires_at, tx.now));
  const shown = live.find(({ status }) => status === 'processing') ?? usable;
  return shown ?? (last?.status === 'failed' ? last : null);
}

/** Saves the change of a locked checkout, with its event. */
export function changeCheckout(tx: Tx, before: CheckoutRow, changes: Partial<CheckoutRow>): void {
  changeResource(tx, checkoutResource, before, changes, checkoutUpdated);
}
