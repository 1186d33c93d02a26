import type { Tx } from '../../platform/database/transaction.ts';
import type { FieldError } from '../../platform/errors.ts';
import { emit, pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { newUuid, toUuid } from '../../platform/ids.ts';
import { type LeadRow, lockLead, lockLeadOfLifecycle, stopSpeedToLead } from '../leads/index.ts';
import { communicationReceived, communicationRecorded } from './events.ts';
import { type CommunicationRow, insertCommunication, toCommunication } from './queries.ts';
import { Communication, RecordCommunicationBody } from './schemas.ts';

export const recordCommunication = mutation({
  id: 'recordCommunication',
  method: 'POST',
  path: '/v1/communications',
  tag: 'Communications',
  resource: 'lead',
  scopes: ['communications:write'],
  summary: 'Record a communication',
  description:
    'Keeps a call or a chat that took place, with its transcript, under the number of the lead. One that went out stops the speed-to-lead clock.',
  body: RecordCommunicationBody,
  answers: { 201: { description: 'The communication.', body: Communication } },
  check: (body) => ({ errors: targetErrors(body) }),
  async run(tx, { body }) {
    const lead =
      body.lead_id === undefined
        ? await lockLeadOfLifecycle(tx, body.lifecycle_number!)
        : await lockLead(tx, toUuid('lead', body.lead_id));
    if (body.direction === 'outbound') stopSpeedToLead(tx, lead);
    const row = record(tx, lead, { ...body, body: body.body ?? null });
    return { status: 201, body: toCommunication(row) };
  },
});

interface Said {
  channel: CommunicationRow['channel'];
  direction: CommunicationRow['direction'];
  body: string | null;
  occurred_at?: string;
  duration_seconds?: number;
  recording_url?: string;
}

/** Writes what was said under the number of the lead it was said with. */
function record(
  tx: Tx,
  lead: Pick<LeadRow, 'lead_id' | 'lifecycle_number'>,
  said: Said,
): CommunicationRow {
  const row: CommunicationRow = {
    communication_id: newUuid(),
    lifecycle_number: lead.lifecycle_number,
    lead_id: lead.lead_id,
    channel: said.channel,
    direction: said.direction,
    body: said.body,
    duration_seconds: said.duration_seconds ?? null,
    recording_url: said.recording_url ?? null,
    occurred_at: said.occurred_at === undefined ? tx.now : new Date(said.occurred_at),
    created_at: tx.now,
    updated_at: tx.now,
  };
  insertCommunication(tx, row);
  const type = said.direction === 'inbound' ? communicationReceived : communicationRecorded;
  emit(tx, lead.lifecycle_number, pendingEvent(type, toCommunication(row)));
  return row;
}

/** The call or chat that a lead came from. */
export function recordInboundTranscript(
  tx: Tx,
  lead: Pick<LeadRow, 'lead_id' | 'lifecycle_number'>,
  { text, ...transcript }: Omit<Said, 'body' | 'direction'> & { text: string },
): void {
  record(tx, lead, { ...transcript, direction: 'inbound', body: text });
}

function targetErrors(body: Record<string, unknown>): FieldError[] {
  const given = ['lead_id', 'lifecycle_number'].filter((name) => body[name] !== undefined);
  if (given.length === 1) return [];
  const code = given.length === 0 ? 'required' : 'not_allowed';
  const detail = 'Give either lead_id or lifecycle_number: whom it was with.';
  return [{ pointer: '/lead_id', code, detail }];
}
