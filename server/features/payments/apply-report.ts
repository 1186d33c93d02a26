import { toPublicId, toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { reportDispute } from './apply-dispute.ts';
import { reportRefund } from './apply-refund.ts';
import { findCheckoutOrNull } from './checkout-queries.ts';
import { storeProviderEvent } from './payment-queries.ts';
import type { Change, Report } from './provider.ts';
import type { PublicProvider } from './provider-queries.ts';
import { reportCheckout, settlePayment } from './settle-payment.ts';

export type Outcome = 'applied' | 'ignored' | 'repeated';

/** Stores what a provider reported, once, and does what follows from it, in the same transaction. */
export async function applyReport(
  tx: Tx,
  { kind: provider, payment_provider_id: paymentProviderId }: PublicProvider,
  { id, type, change }: Report,
): Promise<Outcome> {
  const isApplied = change !== null && isOurs(tx, change);
  const event = { provider, id, paymentProviderId, type, isApplied };
  if (!(await storeProviderEvent(tx, event))) return 'repeated';
  if (!isApplied) return 'ignored';
  switch (change.kind) {
    case 'paid':
      await settlePayment(tx, provider, change);
      break;
    case 'checkout': {
      const checkout = await findCheckoutOrNull(tx, toUuid('checkout', change.checkoutId));
      if (checkout !== null) await reportCheckout(tx, checkout.checkout_id, change.status);
      break;
    }
    case 'refund':
    case 'refunded_so_far':
      await reportRefund(tx, provider, change);
      break;
    case 'dispute':
      await reportDispute(tx, provider, change);
      break;
  }
  return 'applied';
}

/** Two companies can share an account: each gets the reports of both. */
function isOurs({ organizationId }: Tx, change: Change): boolean {
  if (!('organizationId' in change)) return true;
  return change.organizationId === toPublicId('organization', organizationId);
}
