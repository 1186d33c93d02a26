import type { Tx } from '../../../platform/database/transaction.ts';
import { capture, type LeadRow } from '../../leads/index.ts';
import type { PublicChannel } from '../channels/queries.ts';
import { type CommunicationRow, findByReference } from '../communications/queries.ts';
import { record } from '../communications/record.ts';
import { settleMessage } from '../communications/settle.ts';
import { changeConsent } from '../opt-outs/change-consent.ts';
import { withCustomer } from '../opt-outs/contact.ts';
import type { Keyword } from '../opt-outs/keywords.ts';
import { emitOptedIn, revokeActiveOptOut } from '../opt-outs/queries.ts';
import {
  type AskAboutVisit,
  applyKeyword,
  keywordIn,
  prepareHelp,
  sourceOf,
} from './apply-keyword.ts';
import { lockContact, lockText } from './contacts.ts';

export interface ReceivedText {
  /** E.164. */
  from: string;
  to: string;
  body: string;
  /** Id of the text at the gateway. */
  reference: string;
}

export interface Received {
  isNew: boolean;
  row: CommunicationRow;
  /** For a new lead, known after the commit. */
  lifecycleNumber: Promise<string | null>;
}

/** Stores an inbound text with the lifecycle number of its sender, and does what its keyword asks for. */
export async function receiveText(
  tx: Tx,
  channel: PublicChannel,
  text: ReceivedText,
  askAboutVisit: AskAboutVisit,
): Promise<Received> {
  lockText(tx, channel.channel_id, text.reference, text.from);
  const before = await findByReference(tx, channel.channel_id, text.reference);
  if (before) return received(before, false);

  const message = { channel: 'sms', address: text.from, body: text.body } as const;
  const keyword = keywordIn(message);
  const lead = await lockContact(tx, text.from);
  // A STOP from an unknown number does not create a lead.
  if (lead === null && keyword !== 'stop' && keyword !== 'cancel') {
    return receiveFromUnknown(tx, channel, text, keyword);
  }
  const contact = lead && (await withCustomer(tx, lead));
  const row = recordText(tx, lead, channel, text);
  if (keyword !== null && (await applyKeyword(tx, keyword, contact, message, askAboutVisit))) {
    settleMessage(tx, row);
  }
  return received(row, true);
}

/** Awaits everything before the capture, because the capture locks the organization's counter. */
async function receiveFromUnknown(
  tx: Tx,
  channel: PublicChannel,
  text: ReceivedText,
  keyword: Keyword | null,
): Promise<Received> {
  const { country, qualification_policy: qualificationPolicy } = channel;
  const isStart = keyword === 'start' || keyword === 'yes';
  const source = isStart ? sourceOf(keyword, text) : null;
  const help = keyword === 'help' ? await prepareHelp(tx, null, text.from) : null;
  const revoked =
    source && (await revokeActiveOptOut(tx, { channel: 'sms', address: text.from }, source));
  const fields = { phone: text.from, source: 'sms', service_needed: 'inquiry' };
  const captured = await capture(tx, { fields }, { country, qualificationPolicy });
  const { row: lead, lifecycleNumber } = captured;
  const row = recordText(tx, lead, channel, text);
  help?.(lead);
  if (revoked) emitOptedIn(tx, lead.lifecycle_number, revoked);
  if (source && (revoked || keyword !== 'yes')) {
    changeConsent(tx, { lead, customer: null }, { channel: 'sms', status: 'granted', source });
  }
  return { isNew: true, row, lifecycleNumber };
}

function recordText(
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
