import { recordConsent } from '../../../domain/consent.ts';
import type { SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { changeCustomer } from '../../customers/index.ts';
import { changeLead, leadEvents } from '../../leads/index.ts';
import type { Contact } from './contact.ts';

/** Stores the consent that a contact gave or withdrew, for the lead and for the customer. */
export function changeConsent(
  tx: Tx,
  { lead, customer }: Contact,
  change: { channel: SentBy; status: 'granted' | 'denied'; source: string },
): void {
  const input = { [change.channel]: change.status };
  const given = { at: tx.now, source: change.source };
  if (lead.consent[change.channel]?.status !== change.status) {
    const consent = recordConsent(lead.consent, input, given);
    changeLead(tx, lead, { consent }, leadEvents.leadUpdated);
  }
  if (customer === null) return;
  const consent = recordConsent(customer.consent, input, given);
  changeCustomer(tx, customer, { ...customer, consent });
}
