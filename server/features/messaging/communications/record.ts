import type { Tx } from '../../../platform/database/transaction.ts';
import { pendingEvent } from '../../../platform/events/event.ts';
import { newUuid } from '../../../platform/ids.ts';
import type { LeadRow } from '../../leads/index.ts';
import { communicationReceived, communicationRecorded } from './events.ts';
import { insertCommunication } from './insert-communication.ts';
import { type CommunicationRow, toCommunication } from './queries.ts';

export interface Said {
  channel: CommunicationRow['channel'];
  direction: CommunicationRow['direction'];
  body: string | null;
  subject?: string | null;
  occurred_at?: string;
  duration_seconds?: number;
  recording_url?: string;
  /** Where a text or email came from or went to, and what else a gateway says about it. */
  addresses?: Partial<
    Pick<CommunicationRow, 'from_address' | 'to_address' | 'channel_id' | 'reference'>
  >;
}

/** Whom it is with; nobody for what belongs to no lead. */
export type Partner = Pick<LeadRow, 'lead_id' | 'lifecycle_number' | 'customer_id'>;

/** Writes what took place under the number of the lead it was said with. */
export function record(tx: Tx, partner: Partner | null, said: Said): CommunicationRow {
  const isInbound = said.direction === 'inbound';
  const row: CommunicationRow = {
    ...newCommunication(tx, partner),
    channel: said.channel,
    direction: said.direction,
    status: isInbound ? 'received' : 'recorded',
    subject: said.subject ?? null,
    body: said.body,
    duration_seconds: said.duration_seconds ?? null,
    recording_url: said.recording_url ?? null,
    occurred_at: said.occurred_at === undefined ? tx.now : new Date(said.occurred_at),
    ...said.addresses,
  };
  insertCommunication(tx, row);
  const type = isInbound ? communicationReceived : communicationRecorded;
  tx.emit(row.lifecycle_number, pendingEvent(type, toCommunication(row)));
  return row;
}

/** The call or chat that a lead came from. */
export function recordInboundTranscript(
  tx: Tx,
  lead: Partner,
  { text, ...transcript }: Omit<Said, 'body' | 'direction'> & { text: string },
): void {
  record(tx, lead, { ...transcript, direction: 'inbound', body: text });
}

/** What every communication begins with. */
export function newCommunication(
  tx: Tx,
  partner: Partner | null,
): Omit<CommunicationRow, 'channel' | 'direction' | 'status'> {
  return {
    communication_id: newUuid(),
    lifecycle_number: partner?.lifecycle_number ?? null,
    lead_id: partner?.lead_id ?? null,
    customer_id: partner?.customer_id ?? null,
    purpose: 'message',
    status_reason: null,
    status_detail: null,
    from_address: null,
    to_address: null,
    subject: null,
    body: null,
    template_id: null,
    channel_id: null,
    reference: null,
    message_key: null,
    provider_id: null,
    attempt_id: null,
    attempts: 0,
    handed_over_at: null,
    resends: 0,
    duration_seconds: null,
    recording_url: null,
    occurred_at: tx.now,
    sent_at: null,
    delivered_at: null,
    created_at: tx.now,
    updated_at: tx.now,
  };
}
