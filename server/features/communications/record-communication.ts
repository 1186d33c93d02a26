import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { toUuid } from '../../platform/ids.ts';
import { type LeadRow, lockLead, lockLeadOfLifecycle, stopSpeedToLead } from '../leads/index.ts';
import { communicationErrors, isToBeSent, readAddress, type SentBy } from './message.ts';
import { toCommunication } from './queries.ts';
import { queueMessage } from './queue-message.ts';
import { findLeadOfCustomer } from './recipients.ts';
import { record } from './record.ts';
import { Communication, RecordCommunicationBody } from './schemas.ts';

export const recordCommunication = mutation({
  id: 'recordCommunication',
  method: 'POST',
  path: '/v1/communications',
  tag: 'Communications',
  resource: 'lead',
  scopes: ['communications:write'],
  summary: 'Record or send a communication',
  description:
    'Keeps what took place (calls, chats, notes, whatever came in) under the number it belongs to. An outbound text or mail is queued and sent by the organization’s channel; whether it may be is asked when it is sent. An outbound call or chat stops the speed-to-lead clock at once, a text or mail once it is sent.',
  body: RecordCommunicationBody,
  answers: { 201: { description: 'The communication.', body: Communication } },
  check: (body, caller) => ({ errors: communicationErrors(body, caller.country) }),
  async run(tx, { body, caller, baseUrl }) {
    const lead = await lockTarget(tx, body);
    if (isToBeSent(body)) {
      const channel = body.channel as SentBy;
      const row = await queueMessage(tx, lead.lead_id, {
        channel,
        to: body.to === undefined ? null : readAddress(channel, body.to, caller.country),
        subject: body.subject ?? null,
        body: body.body ?? null,
        templateId: body.template_id ?? null,
        variables: body.variables ?? {},
        baseUrl,
      });
      return { status: 201, body: toCommunication(row) };
    }
    if (body.direction === 'outbound') stopSpeedToLead(tx, lead);
    const direction = body.direction ?? 'internal';
    const row = record(tx, lead, { ...body, direction, body: body.body ?? null });
    return { status: 201, body: toCommunication(row) };
  },
});

async function lockTarget(tx: Tx, body: RecordCommunicationBody): Promise<LeadRow> {
  if (body.lead_id !== undefined) return lockLead(tx, toUuid('lead', body.lead_id));
  if (body.customer_id === undefined) return lockLeadOfLifecycle(tx, body.lifecycle_number!);
  return lockLead(tx, await findLeadOfCustomer(tx, toUuid('customer', body.customer_id)));
}
