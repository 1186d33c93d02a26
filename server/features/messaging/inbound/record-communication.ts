import { toUuid } from '../../../domain/ids.ts';
import { readAddress, type SentBy } from '../../../domain/message-address.ts';
import type { Caller } from '../../../platform/auth/authenticator.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { findLeadOfCustomer } from '../../customers/index.ts';
import { type LeadRow, lockLead, lockLeadOfLifecycle, stopSpeedToLead } from '../../leads/index.ts';
import {
  Communication,
  type CommunicationRow,
  communicationErrors,
  isHeard,
  isToBeSent,
  queueMessage,
  RecordCommunicationBody,
  record,
  toCommunication,
} from '../communications/index.ts';
import { ownAddress, withCustomer } from '../opt-outs/index.ts';
import { applyKeyword, keywordIn } from './apply-keyword.ts';

export const recordCommunication = mutation({
  id: 'recordCommunication',
  method: 'POST',
  path: '/v1/communications',
  tag: 'Communications',
  resource: 'lead',
  scopes: ['communications:write'],
  summary: 'Record or send a communication',
  description:
    'Keeps what took place (calls, chats, notes, whatever came in) under the number it belongs to. An outbound text or mail is queued and sent by the organization’s channel; whether it may be is asked when it is sent. An outbound call or chat stops the speed-to-lead clock at once, a text or mail once it is sent. An inbound text or mail that says STOP or START is heeded at once.',
  body: RecordCommunicationBody,
  answers: { 201: { description: 'The communication.', body: Communication } },
  check: (body, caller) => ({ errors: communicationErrors(body, caller.country) }),
  async run(tx, { body, caller, baseUrl }) {
    const lead = await lockTarget(tx, body);
    const row = isToBeSent(body)
      ? await queue(tx, lead, body, { country: caller.country, baseUrl })
      : await keep(tx, lead, body, caller);
    return { status: 201, body: toCommunication(row) };
  },
});

async function lockTarget(tx: Tx, body: RecordCommunicationBody): Promise<LeadRow> {
  if (body.lead_id !== undefined) return lockLead(tx, toUuid('lead', body.lead_id));
  if (body.customer_id === undefined) return lockLeadOfLifecycle(tx, body.lifecycle_number!);
  return lockLead(tx, await findLeadOfCustomer(tx, toUuid('customer', body.customer_id)));
}

function queue(
  tx: Tx,
  lead: LeadRow,
  body: RecordCommunicationBody,
  { country, baseUrl }: { country: string; baseUrl: string },
): Promise<CommunicationRow> {
  const channel = body.channel as SentBy;
  return queueMessage(tx, lead.lead_id, {
    key: null,
    channel,
    to: body.to === undefined ? null : readAddress(channel, body.to, country),
    subject: body.subject ?? null,
    body: body.body ?? null,
    templateId: body.template_id ?? null,
    variables: body.variables ?? {},
    about: body,
    baseUrl,
  });
}

async function keep(
  tx: Tx,
  lead: LeadRow,
  body: RecordCommunicationBody,
  { country }: Caller,
): Promise<CommunicationRow> {
  const said = { ...body, direction: body.direction ?? 'internal', body: body.body ?? null };
  if (!isHeard(body)) {
    if (body.direction === 'outbound') stopSpeedToLead(tx, lead);
    return record(tx, lead, said);
  }
  const channel = body.channel as SentBy;
  const contact = await withCustomer(tx, lead);
  const from = body.from === undefined ? null : readAddress(channel, body.from, country);
  const row = record(tx, lead, { ...said, received: { from_address: from } });
  const heard = { ...said, channel, address: from ?? ownAddress(contact, channel) };
  const keyword = keywordIn(heard);
  if (keyword !== null) await applyKeyword(tx, keyword, contact, heard);
  return row;
}
