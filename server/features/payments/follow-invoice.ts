import { toUuid } from '../../domain/ids.ts';
import type { Reaction } from '../../platform/events/reaction.ts';
import { isObject } from '../../platform/is-object.ts';
import { lockLiveCheckouts } from './checkout-queries.ts';
import { endCheckout } from './close-checkout.task.ts';

/** Ends the checkouts whose amount is not owed any more, in the transaction that changes the balance. */
export const followInvoice: Reaction = {
  types: ['invoice.payment_recorded', 'invoice.refunded', 'invoice.voided'],
  async handle(tx, events) {
    for (const { data } of events) {
      if (!isObject(data) || typeof data.invoice_id !== 'string') continue;
      const invoiceId = toUuid('invoice', data.invoice_id);
      if (invoiceId === null) continue;
      const owed = data.status === 'void' ? 0 : data.balance;
      for (const checkout of await lockLiveCheckouts(tx, invoiceId)) {
        if (checkout.amount !== owed) endCheckout(tx, checkout);
      }
    }
  },
};
