import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { createResource } from '../../platform/events/change-resource.ts';
import { newUuid } from '../../platform/ids.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { assertPayable, type InvoiceRow, lockInvoice } from '../invoices/index.ts';
import { usableCheckout } from './checkout.ts';
import { type CheckoutRow, checkoutResource, lockLiveCheckouts } from './checkout-queries.ts';
import { endCheckout } from './close-checkout.task.ts';
import { checkoutCreated } from './events.ts';
import { prepareCheckout } from './prepare-checkout.task.ts';
import { findActiveProvider, type ProviderRow } from './provider-queries.ts';
import { returnAddressOf } from './return-address.ts';

interface Options {
  /** Where the customer goes afterwards; by default to a page of ours that says thank you. */
  returnUrl?: string | undefined;
  /** The public address of the service. */
  baseUrl: string;
}

/**
 * The checkout for the open balance of an invoice: the one that is live, or a new one, whose page the worker opens; while a
 * payment is being processed, the checkout of that. The invoice is locked, so two at once get the same. Throws a problem if
 * the invoice cannot be paid, or not online.
 */
export async function openCheckout(
  tx: Tx,
  invoiceId: string,
  options: Options,
): Promise<{ checkout: CheckoutRow; isNew: boolean }> {
  const invoice = await lockInvoice(tx, invoiceId);
  assertPayable(invoice);
  const balance = invoice.total - invoice.paid;
  if (balance === 0) throw nothingOwed(invoice);
  // A user who sees the invoice can have it paid. The provider is not shown.
  tx.endLimitToOwn();
  const [provider, live] = await Promise.all([
    findActiveProvider(tx),
    lockLiveCheckouts(tx, invoiceId),
  ]);
  const usable = usableCheckout(live, {
    balance,
    paymentProviderId: provider?.payment_provider_id ?? null,
    now: tx.now,
  });
  for (const other of live) if (other !== usable) endCheckout(tx, other);
  if (usable !== null) return { checkout: usable, isNew: false };
  if (provider === null) throw noProvider();
  const checkout = newCheckout(tx, invoice, provider, options);
  createResource(tx, checkoutResource, checkout, checkoutCreated);
  const { checkout_id, payment_provider_id } = checkout;
  const group = `payment provider ${payment_provider_id}`;
  enqueue(tx, prepareCheckout, { checkout_id, attempt: 1 }, { group });
  return { checkout, isNew: true };
}

/** Whether customers can pay online. */
export async function canPayOnline(tx: Tx): Promise<boolean> {
  return (await findActiveProvider(tx)) !== null;
}

function newCheckout(
  tx: Tx,
  { invoice_id, lifecycle_number, total, paid, currency }: InvoiceRow,
  provider: ProviderRow,
  { returnUrl, baseUrl }: Options,
): CheckoutRow {
  const checkoutId = newUuid();
  return {
    checkout_id: checkoutId,
    invoice_id,
    payment_provider_id: provider.payment_provider_id,
    lifecycle_number,
    amount: total - paid,
    currency,
    status: 'preparing',
    session_id: null,
    url: null,
    return_url: returnUrl ?? returnAddressOf(tx, checkoutId, baseUrl),
    failure_code: null,
    failure: null,
    expires_at: null,
    created_at: tx.now,
    updated_at: tx.now,
  };
}

function nothingOwed({ status }: InvoiceRow) {
  const detail = 'This invoice is paid in full, so there is nothing to pay.';
  return conflict('nothing_owed', detail, { status_now: status, allowed: [] });
}

function noProvider() {
  return conflict(
    'payment_provider_missing',
    'No payment provider is active, so invoices cannot be paid online. Connect one with POST /v1/payment-providers.',
  );
}
