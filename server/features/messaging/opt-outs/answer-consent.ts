import { recordConsent } from '../../../domain/consent.ts';
import type { SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { changeCustomer } from '../../customers/index.ts';
import { changeLead, leadEvents } from '../../leads/index.ts';
import type { Contact } from './contact.ts';

/** Keeps what somebody has said themselves, with the lead and with the customer. */
export function answerConsent(
  tx: Tx,
  { lead, customer }: Contact,
  answer: { channel: SentBy; status: 'granted' | 'denied'; source: string },
): void {
  const input = { [answer.channel]: answer.status };
  const given = { at: tx.now, source: answer.source };
  if (lead.consent[answer.channel]?.status !== answer.status) {
    const consent = recordConsent(lead.consent, input, given);
    changeLead(tx, lead, { consent }, leadEvents.leadUpdated);
  }
  if (customer === null) return;
  const consent = recordConsent(customer.consent, input, given);
  changeCustomer(tx, customer, { ...customer, consent });
}
