import type { Tx } from '../../../platform/database/transaction.ts';
import { capture, type LeadRow, lockLead } from '../../leads/index.ts';
import type { PublicChannel } from '../channels/queries.ts';
import { type CommunicationRow, findByReference } from '../communications/queries.ts';
import { record } from '../communications/record.ts';
import { withCustomer } from '../opt-outs/contact.ts';
import { applyKeyword, keywordIn } from './apply-keyword.ts';
import { lockContact, takeTurns } from './contacts.ts';

export interface ReceivedText {
  /** E.164. */
  from: string;
  to: string;
  body: string;
  /** The gateway's own name of it. */
  reference: string;
}

/** Keeps a text that came in under the number of whoever sent it, and does what a STOP or START says. */
export async function receiveText(
  tx: Tx,
  channel: PublicChannel,
  text: ReceivedText,
): Promise<{ row: CommunicationRow; isNew: boolean }> {
  takeTurns(tx, text.from);
  const before = await findByReference(tx, channel.channel_id, text.reference);
  if (before) return { row: before, isNew: false };

  const heard = { channel: 'sms', address: text.from, body: text.body } as const;
  const keyword = keywordIn(heard);
  const known = await lockContact(tx, text.from);
  // Who only wants no more texts does not become a lead by saying so.
  const lead = known ?? (keyword === 'stop' ? null : await captureStranger(tx, channel, text));
  const contact = lead && (await withCustomer(tx, lead));
  const row = record(tx, lead, {
    channel: 'sms',
    direction: 'inbound',
    body: text.body,
    received: {
      from_address: text.from,
      to_address: text.to,
      channel_id: channel.channel_id,
      reference: text.reference,
    },
  });
  if (keyword !== null) await applyKeyword(tx, keyword, contact, heard);
  return { row, isNew: true };
}

async function captureStranger(
  tx: Tx,
  { country, qualification_policy: qualificationPolicy }: PublicChannel,
  { from }: ReceivedText,
): Promise<LeadRow> {
  const fields = { phone: from, source: 'sms', service_needed: 'inquiry' };
  const { row } = await capture(tx, { fields }, { country, qualificationPolicy });
  return lockLead(tx, row.lead_id);
}
