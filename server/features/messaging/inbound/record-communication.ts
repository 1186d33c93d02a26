import { isSentBy, readAddress, type SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { type LeadRow, stopSpeedToLead } from '../../leads/index.ts';
import { type CommunicationRow, toCommunication } from '../communications/queries.ts';
import { record, type Said } from '../communications/record.ts';
import { Communication } from '../communications/schemas.ts';
import { lockNamedLead, ownAddress, withCustomer } from '../opt-outs/contact.ts';
import { applyKeyword, keywordIn } from './apply-keyword.ts';
import { isReceivedMessage, RecordCommunicationBody, recordErrors } from './record-body.ts';

export const recordCommunication = mutation({
  id: 'recordCommunication',
  method: 'POST',
  path: '/v1/communications',
  tag: 'Communications',
  resource: 'lead',
  scopes: ['communications:write'],
  summary: 'Record a communication',
  description:
    'Stores a call, chat, text, email or note that has already happened, under the lifecycle number it belongs to. Nothing is sent: to send a text or an email, use sendMessage. An outbound communication stops the speed-to-lead clock. A recorded inbound text or email that says STOP or START changes the opt-out at once.',
  body: RecordCommunicationBody,
  answers: { 201: { description: 'The communication.', body: Communication } },
  check: (body, caller) => ({ errors: recordErrors(body, caller.country) }),
  async run(tx, { body, caller: { country } }) {
    const lead = await lockNamedLead(tx, body);
    const said = { ...body, direction: body.direction ?? 'internal', body: body.body ?? null };
    const row = isReceivedMessage(said)
      ? await receive(tx, lead, said, country)
      : keep(tx, lead, said, country);
    return { status: 201, body: toCommunication(row) };
  },
});

interface Recorded extends Said {
  from?: string;
  to?: string;
}

function keep(tx: Tx, lead: LeadRow, said: Recorded, country: string): CommunicationRow {
  if (said.direction === 'outbound') stopSpeedToLead(tx, lead);
  const { channel, to } = said;
  if (to === undefined || !isSentBy(channel)) return record(tx, lead, said);
  return record(tx, lead, {
    ...said,
    addresses: { to_address: readAddress(channel, to, country) },
  });
}

async function receive(
  tx: Tx,
  lead: LeadRow,
  said: Recorded & { channel: SentBy },
  country: string,
): Promise<CommunicationRow> {
  const { channel } = said;
  const contact = await withCustomer(tx, lead);
  const from = said.from === undefined ? null : readAddress(channel, said.from, country);
  const row = record(tx, lead, { ...said, addresses: { from_address: from } });
  const received = { ...said, channel, address: from ?? ownAddress(contact, channel) };
  const keyword = keywordIn(received);
  if (keyword !== null) await applyKeyword(tx, keyword, contact, received);
  return row;
}
