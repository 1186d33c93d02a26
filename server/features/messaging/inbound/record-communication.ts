import { isSentBy, readAddress, type SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { ownWorkOnly } from '../../../platform/errors.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { creates } from '../../../platform/http/responses.ts';
import { type LeadRow, stopSpeedToLead } from '../../leads/index.ts';
import { type CommunicationRow, toCommunication } from '../communications/queries.ts';
import { type RecordInput, record } from '../communications/record.ts';
import { Communication } from '../communications/schemas.ts';
import { settleEarlierMessages, settleMessage } from '../communications/settle.ts';
import { lockReferencedLead, ownAddress, withCustomer } from '../opt-outs/contact.ts';
import { type AskAboutVisit, applyKeyword, keywordIn } from './apply-keyword.ts';
import {
  isConversation,
  isReceivedMessage,
  RecordCommunicationBody,
  recordErrors,
} from './record-body.ts';

export const recordCommunication = (askAboutVisit: AskAboutVisit) =>
  mutation({
    id: 'recordCommunication',
    method: 'POST',
    path: '/v1/communications',
    tag: 'Communications',
    resource: 'lead',
    scopes: ['communications:write', 'communications:own'],
    summary: 'Record a communication',
    description:
      'Stores a call, chat, text, email or note that has already happened, under the lifecycle number it belongs to. Nothing is sent: to send a text or an email, use sendMessage. An outbound communication stops the speed-to-lead clock, and so does an answered inbound call or chat. A recorded inbound text or email that says STOP or START changes the opt-out at once, and YES or C confirms the next visit.',
    body: RecordCommunicationBody,
    responses: creates(Communication, 'The communication.'),
    problems: ['person_erased'],
    check: (body, caller) => ({ errors: recordErrors(body, caller.country) }),
    async run(tx, { body, caller: { country } }) {
      const lead = await lockReferencedLead(tx, body);
      const input = { ...body, direction: body.direction ?? 'internal', body: body.body ?? null };
      if (tx.ownerId !== null && isReceivedMessage(input)) throw ownWorkOnly(CONSENT_OF_OFFICE);
      const row = isReceivedMessage(input)
        ? await receive(tx, lead, input, country, askAboutVisit)
        : store(tx, lead, input, country);
      return { status: 201, body: toCommunication(row) };
    },
  });

/** A STOP or START changes the consent of every contact with the address. */
const CONSENT_OF_OFFICE =
  'Your token cannot record an inbound text or email, because it may change the contact’s consent. Ask the office to record it.';

interface RecordedInput extends RecordInput {
  answered?: boolean;
  from?: string;
  to?: string;
}

function store(tx: Tx, lead: LeadRow, input: RecordedInput, country: string): CommunicationRow {
  const isSettled = isConversation(input);
  if (input.direction === 'outbound' || isSettled) stopSpeedToLead(tx, lead);
  const { channel, to } = input;
  if (isSettled) {
    const row = record(tx, lead, { ...input, isSettled });
    settleEarlierMessages(tx, row);
    return row;
  }
  if (to === undefined || !isSentBy(channel)) return record(tx, lead, input);
  return record(tx, lead, {
    ...input,
    addresses: { to_address: readAddress(channel, to, country) },
  });
}

async function receive(
  tx: Tx,
  lead: LeadRow,
  input: RecordedInput & { channel: SentBy },
  country: string,
  askAboutVisit: AskAboutVisit,
): Promise<CommunicationRow> {
  const { channel } = input;
  const contact = await withCustomer(tx, lead);
  const from = input.from === undefined ? null : readAddress(channel, input.from, country);
  const row = record(tx, lead, { ...input, addresses: { from_address: from } });
  const received = { ...input, channel, address: from ?? ownAddress(contact, channel) };
  const keyword = keywordIn(received);
  if (keyword !== null && (await applyKeyword(tx, keyword, contact, received, askAboutVisit))) {
    settleMessage(tx, row);
  }
  return row;
}
