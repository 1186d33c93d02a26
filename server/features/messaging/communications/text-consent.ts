import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { Recipient } from './recipients.ts';

/**
 * A lead that anyone could have sent, such as one of a public form, may have the phone number of someone else. So it
 * gets no automatic text before there is consent, the lead is a customer, or a person has exchanged a text with it.
 */
export async function lacksConsentToText(tx: Tx, recipient: Recipient): Promise<boolean> {
  if (!recipient.isPublic || recipient.customer_id !== null) return false;
  if (recipient.consents.some(({ sms }) => sms?.status === 'granted')) return false;
  const values = [tx.organizationId, recipient.lifecycle_number];
  const exchanged = await tx.query(selectExchangedText, values);
  return exchanged.length === 0;
}

const selectExchangedText = statement(
  'select_exchanged_text',
  `select communication_id from communications
   where organization_id = $1 and lifecycle_number = $2 and channel = 'sms' and kind = 'message'
     and (direction = 'inbound' or (message_key is null and status in ('sent', 'delivered')))
   limit 1`,
);
