import type { Tx } from '../../../platform/database/transaction.ts';
import { capture, type LeadRow } from '../../leads/index.ts';
import type { PublicChannel } from '../channels/queries.ts';
import { type CommunicationRow, findByReference } from '../communications/queries.ts';
import { record } from '../communications/record.ts';
import { answerConsent } from '../opt-outs/answer-consent.ts';
import { withCustomer } from '../opt-outs/contact.ts';
import type { Keyword } from '../opt-outs/keywords.ts';
import { emitOptedIn, endOptOut } from '../opt-outs/queries.ts';
import { applyKeyword, keywordIn, sourceOf } from './apply-keyword.ts';
import { lockContact, takeTurns } from './contacts.ts';

export interface ReceivedText {
  /** E.164. */
  from: string;
  to: string;
  body: string;
  /** The gateway's own name of it. */
  reference: string;
}

export interface Received {
  isNew: boolean;
  row: CommunicationRow;
  /** Of a stranger, known once the transaction is committed. */
  lifecycleNumber: Promise<string | null>;
}

/** Keeps a text that came in under the number of its sender, and does what a STOP or START says. */
export async function receiveText(
  tx: Tx,
  channel: PublicChannel,
  text: ReceivedText,
): Promise<Received> {
  takeTurns(tx, text.from);
  const before = await findByReference(tx, channel.channel_id, text.reference);
  if (before) return received(before, false);

  const heard = { channel: 'sms', address: text.from, body: text.body } as const;
  const keyword = keywordIn(heard);
  const lead = await lockContact(tx, text.from);
  // A stranger who only wants no more texts does not become a lead by saying so.
  if (lead === null && keyword !== 'stop') return receiveFromStranger(tx, channel, text, keyword);
  const contact = lead && (await withCustomer(tx, lead));
  const row = keep(tx, lead, channel, text);
  if (keyword !== null) await applyKeyword(tx, keyword, contact, heard);
  return received(row, true);
}

/** All that has to be awaited comes before the capture: from there on the organization's counter is held. */
async function receiveFromStranger(
  tx: Tx,
  channel: PublicChannel,
  text: ReceivedText,
  keyword: Keyword | null,
): Promise<Received> {
  const { country, qualification_policy: qualificationPolicy } = channel;
  const source = keyword && sourceOf(keyword, text);
  const ended = source && (await endOptOut(tx, { channel: 'sms', address: text.from }, source));
  const fields = { phone: text.from, source: 'sms', service_needed: 'inquiry' };
  const captured = await capture(tx, { fields }, { country, qualificationPolicy });
  const { row: lead, lifecycleNumber } = captured;
  const row = keep(tx, lead, channel, text);
  if (ended) emitOptedIn(tx, lead.lifecycle_number, ended);
  if (source && (ended || keyword !== 'yes')) {
    answerConsent(tx, { lead, customer: null }, { channel: 'sms', status: 'granted', source });
  }
  return { isNew: true, row, lifecycleNumber };
}

function keep(
  tx: Tx,
  lead: LeadRow | null,
  channel: PublicChannel,
  text: ReceivedText,
): CommunicationRow {
  return record(tx, lead, {
    channel: 'sms',
    direction: 'inbound',
    body: text.body,
    addresses: {
      from_address: text.from,
      to_address: text.to,
      channel_id: channel.channel_id,
      reference: text.reference,
    },
  });
}

function received(row: CommunicationRow, isNew: boolean): Received {
  return { isNew, row, lifecycleNumber: Promise.resolve(row.lifecycle_number) };
}
