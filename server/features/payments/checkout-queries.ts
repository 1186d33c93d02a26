import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import { type CheckoutStatus, isOver, LIVE } from './checkout.ts';
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
const lockLive = statement('lock_live_checkouts', `${SELECT_LIVE} for no key update`);

/** Those of an invoice that can still be paid, locked. */
export function lockLiveCheckouts(tx: Tx, invoiceId: string): Promise<CheckoutRow[]> {
  return tx.query(lockLive, [tx.organizationId, invoiceId]);
}

/** The newest one that can still be paid. */
export async function findLiveCheckout(tx: Tx, invoiceId: string): Promise<CheckoutRow | null> {
  const live = await tx.query<CheckoutRow>(selectLive, [tx.organizationId, invoiceId]);
  return live.findLast(({ expires_at }) => !isOver(expires_at, tx.now)) ?? null;
}

/** Saves the change of a locked checkout, with its event. */
export function changeCheckout(tx: Tx, before: CheckoutRow, changes: Partial<CheckoutRow>): void {
  changeResource(tx, checkoutResource, before, changes, checkoutUpdated);
}
