import type { Tx } from '../../platform/database/transaction.ts';
import { type EventType, pendingEvent } from '../../platform/events/event.ts';
import type { PaymentRow } from './payment-queries.ts';
import type { ReceivedPayment } from './payment-schemas.ts';
import { findReceivedPayment } from './received-payments.ts';

/** Emits an event with the payment as it is after the statements so far. */
export async function emitPayment(
  tx: Tx,
  { payment_id }: PaymentRow,
  type: EventType<typeof ReceivedPayment>,
): Promise<void> {
  const shown = await findReceivedPayment(tx, payment_id);
  tx.emit(shown.lifecycle_number, pendingEvent(type, shown));
}
