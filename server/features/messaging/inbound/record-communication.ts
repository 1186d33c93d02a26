import { type IdPrefix, toUuid } from '../../../domain/ids.ts';
import { readAddress, type SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { mutation } from '../../../platform/http/operation.ts';
import { type LeadRow, stopSpeedToLead } from '../../leads/index.ts';
import type { MessageContent } from '../communications/contents.ts';
import { type CommunicationRow, toCommunication } from '../communications/queries.ts';
import { queueMessage } from '../communications/queue-message.ts';
import { record } from '../communications/record.ts';
import { Communication } from '../communications/schemas.ts';
import { lockNamedLead, ownAddress, withCustomer } from '../opt-outs/contact.ts';
import { applyKeyword, keywordIn } from './apply-keyword.ts';
import { communicationErrors, isHeard, isToBeSent } from './record-errors.ts';
import { RecordCommunicationBody } from './schemas.ts';

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
  async run(tx, { body, caller: { country }, baseUrl }) {
    const lead = await lockNamedLead(tx, body);
    const row = isToBeSent(body)
      ? await queue(tx, lead, body, { country, baseUrl })
      : await keep(tx, lead, body, country);
    return { status: 201, body: toCommunication(row) };
  },
});

function queue(
  tx: Tx,
  lead: LeadRow,
  body: RecordCommunicationBody & { channel: SentBy },
  { country, baseUrl }: { country: string; baseUrl: string },
): Promise<CommunicationRow> {
  const { channel, to } = body;
  return queueMessage(tx, lead.lead_id, {
    key: null,
    channel,
    to: to === undefined ? null : readAddress(channel, to, country),
    content: contentOf(body),
    baseUrl,
  });
}

function contentOf(body: RecordCommunicationBody): MessageContent {
  const subject = body.subject ?? null;
  if (body.template_id === undefined) return { subject, body: body.body ?? '' };
  const about = {
    appointment_id: namedId('appointment', body.appointment_id),
    job_id: namedId('job', body.job_id),
    invoice_id: namedId('invoice', body.invoice_id),
  };
  const templateId = toUuid('template', body.template_id);
  return { templateId, subject, variables: body.variables ?? {}, about };
}

function namedId(prefix: IdPrefix, publicId: string | undefined): string | null | undefined {
  return publicId === undefined ? undefined : toUuid(prefix, publicId);
}

async function keep(
  tx: Tx,
  lead: LeadRow,
  body: RecordCommunicationBody,
  country: string,
): Promise<CommunicationRow> {
  const said = { ...body, direction: body.direction ?? 'internal', body: body.body ?? null };
  if (!isHeard(body)) {
    if (body.direction === 'outbound') stopSpeedToLead(tx, lead);
    return record(tx, lead, said);
  }
  const { channel } = body;
  const contact = await withCustomer(tx, lead);
  const from = body.from === undefined ? null : readAddress(channel, body.from, country);
  const row = record(tx, lead, { ...said, received: { from_address: from } });
  const heard = { ...said, channel, address: from ?? ownAddress(contact, channel) };
  const keyword = keywordIn(heard);
  if (keyword !== null) await applyKeyword(tx, keyword, contact, heard);
  return row;
}
