import type { Tx } from '../../platform/database/transaction.ts';
import { changeCustomer, lockCustomer } from '../customers/index.ts';
import { answered, changeLead, type LeadRow, leadEvents } from '../leads/index.ts';

/** Keeps what somebody has said themselves, with the lead and with the customer it has become. */
export async function answerConsent(
  tx: Tx,
  lead: LeadRow,
  answer: { channel: 'sms' | 'email'; status: 'granted' | 'denied'; source: string },
): Promise<void> {
  const input = { [answer.channel]: answer.status };
  const given = { at: tx.now, source: answer.source };
  const consent = answered(lead.consent, input, given);
  const isNews = lead.consent[answer.channel]?.status !== answer.status;
  if (isNews) changeLead(tx, lead, { consent }, leadEvents.leadUpdated);
  if (lead.customer_id === null) return;
  const customer = await lockCustomer(tx, lead.customer_id);
  changeCustomer(tx, customer, {
    ...customer,
    consent: answered(customer.consent, input, given),
  });
}
