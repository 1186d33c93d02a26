import type { Tx } from '../../../platform/database/transaction.ts';
import { pendingEvent } from '../../../platform/events/event.ts';
import { newUuid } from '../../../platform/ids.ts';
import type { LeadRow } from '../../leads/index.ts';
import { communicationReceived, communicationRecorded } from './events.ts';
import { insertCommunication } from './insert-communication.ts';
import { type CommunicationRow, toCommunication } from './queries.ts';

export interface RecordInput {
  channel: CommunicationRow['channel'];
  direction: CommunicationRow['direction'];
  body: string | null;
  subject?: string | null;
  occurred_at?: string;
  duration_seconds?: number;
  recording_url?: string;
  /** Whether it waits for nobody: a conversation, which needs no answer. */
  isSettled?: boolean;
  /** Addresses of a text or email, and its ids at the gateway. */
  addresses?: Partial<
    Pick<CommunicationRow, 'from_address' | 'to_address' | 'channel_id' | 'reference'>
  >;
}

/** The lead of a communication; null if it belongs to no lead. */
export type CommunicationLead = Pick<LeadRow, 'lead_id' | 'lifecycle_number' | 'customer_id'>;

/** Stores a communication that has happened, with the lifecycle number of the lead. */
export function record(
  tx: Tx,
  lead: CommunicationLead | null,
  input: RecordInput,
): CommunicationRow {
  const isInbound = input.direction === 'inbound';
  const row: CommunicationRow = {
    ...newCommunication(tx, lead),
    channel: input.channel,
    direction: input.direction,
    status: isInbound ? 'received' : 'recorded',
    subject: input.subject ?? null,
    body: input.body,
    duration_seconds: input.duration_seconds ?? null,
    recording_url: input.recording_url ?? null,
    occurred_at: input.occurred_at === undefined ? tx.now : new Date(input.occurred_at),
    settled_at: input.isSettled ? tx.now : null,
    ...input.addresses,
  };
  insertCommunication(tx, row);
  const type = isInbound ? communicationReceived : communicationRecorded;
  tx.emit(row.lifecycle_number, pendingEvent(type, toCommunication(row)));
  return row;
}

/** Records the call or chat that created a lead. */
export function recordInboundTranscript(
  tx: Tx,
  lead: CommunicationLead,
  transcript: Omit<RecordInput, 'body' | 'direction'> & { text: string; answered?: boolean },
): void {
  const { text, answered, ...input } = transcript;
  record(tx, lead, { ...input, direction: 'inbound', body: text, isSettled: answered !== false });
}

/** Initial values of every communication. */
export function newCommunication(
  tx: Tx,
  lead: CommunicationLead | null,
): Omit<CommunicationRow, 'channel' | 'direction' | 'status'> {
  return {
    communication_id: newUuid(),
    lifecycle_number: lead?.lifecycle_number ?? null,
    lead_id: lead?.lead_id ?? null,
    customer_id: lead?.customer_id ?? null,
    kind: 'message',
    purpose: null,
    expires_at: null,
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
    settled_at: null,
    created_at: tx.now,
    updated_at: tx.now,
  };
}
