import { answered } from '../../../domain/consent.ts';
import type { SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { type CustomerRow, changeCustomer, lockCustomer } from '../../customers/index.ts';
import { changeLead, type LeadRow, leadEvents } from '../../leads/index.ts';

/** A locked lead, and the customer it has become. */
export interface Contact {
  lead: LeadRow;
  customer: CustomerRow | null;
}

/** The customer's, who may have changed it since being a lead. */
export function ownAddress({ lead, customer }: Contact, channel: SentBy): string | null {
  return channel === 'sms' ? (customer?.phone ?? lead.phone) : (customer?.email ?? lead.email);
}

/** Before anything is told to the log: whoever changes the customer meanwhile waits for the log too. */
export async function withCustomer(tx: Tx, lead: LeadRow): Promise<Contact> {
  const { customer_id } = lead;
  return { lead, customer: customer_id === null ? null : await lockCustomer(tx, customer_id) };
}

/** Keeps what somebody has said themselves, with the lead and with the customer. */
export function answerConsent(
  tx: Tx,
  { lead, customer }: Contact,
  answer: { channel: SentBy; status: 'granted' | 'denied'; source: string },
): void {
  const input = { [answer.channel]: answer.status };
  const given = { at: tx.now, source: answer.source };
  if (lead.consent[answer.channel]?.status !== answer.status) {
    const consent = answered(lead.consent, input, given);
    changeLead(tx, lead, { consent }, leadEvents.leadUpdated);
  }
  if (customer === null) return;
  const consent = answered(customer.consent, input, given);
  changeCustomer(tx, customer, { ...customer, consent });
}
