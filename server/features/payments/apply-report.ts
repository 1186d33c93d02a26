import { toPublicId, toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { reportDispute } from './apply-dispute.ts';
import { reportRefund } from './apply-refund.ts';
import { findCheckoutOrNull } from './checkout-queries.ts';
import { reportCheckout } from './close-checkout.task.ts';
import { storeProviderEvent } from './payment-queries.ts';
import type { Change, Report } from './provider.ts';
import type { PublicProvider } from './provider-queries.ts';
import { settlePayment } from './settle-payment.ts';

export type Outcome = 'applied' | 'ignored' | 'repeated';

/**
 * Stores what a provider reported, once, and does what follows from it, in the same transaction. Money of tests settles
 * nothing at a provider that takes real money. Real money at one for tests is real: it goes to a person.
 */
export async function applyReport(
  tx: Tx,
  { kind: provider, payment_provider_id: paymentProviderId, mode }: PublicProvider,
  { id, type, isLive, change }: Report,
): Promise<Outcome> {
  const isOfTests = mode === 'live' && isLive === false;
  const isApplied = change !== null && isOurs(tx, change) && !isOfTests;
  const event = { provider, id, paymentProviderId, type, isApplied };
  if (!(await storeProviderEvent(tx, event))) return 'repeated';
  if (!isApplied) return 'ignored';
  switch (change.kind) {
    case 'paid':
      await settlePayment(tx, provider, change, mode === 'test' && isLive === true);
      break;
    case 'checkout': {
      const checkout = await findCheckoutOrNull(tx, toUuid('checkout', change.checkoutId));
      // A page that was made twice is known by its checkout only: the one that nobody has must not close the other.
      const isOther = checkout !== null && checkout.session_id !== change.sessionId;
      if (checkout !== null && !(isOther && change.status !== 'processing')) {
        await reportCheckout(tx, checkout, change.status);
      }
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
