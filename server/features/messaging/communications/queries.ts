import { toPublicId, toPublicIdOrNull } from '../../../domain/ids.ts';
import { statement } from '../../../platform/database/statement.ts';
import { table } from '../../../platform/database/table.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Communication } from './schemas.ts';

export interface CommunicationRow {
  communication_id: string;
  lifecycle_number: string | null;
  lead_id: string | null;
  customer_id: string | null;
  channel: Communication['channel'];
  direction: Communication['direction'];
  kind: Communication['kind'];
  purpose: Communication['purpose'];
  expires_at: Date | null;
  status: Communication['status'];
  status_reason: string | null;
  status_detail: string | null;
  from_address: string | null;
  to_address: string | null;
  subject: string | null;
  body: string | null;
  template_id: string | null;
  channel_id: string | null;
  reference: string | null;
  message_key: string | null;
  provider_id: string | null;
  attempt_id: string | null;
  attempts: number;
  handed_over_at: Date | null;
  resends: number;
  duration_seconds: number | null;
  recording_url: string | null;
  occurred_at: Date;
  sent_at: Date | null;
  delivered_at: Date | null;
  /** When it stopped waiting for a person. Later changes are made by the database: see migration 0024. */
  settled_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const communications = table<CommunicationRow>('communications', {
  communication_id: 'key',
  lifecycle_number: 'fixed',
  lead_id: 'fixed',
  customer_id: 'fixed',
  channel: 'fixed',
  direction: 'fixed',
  kind: 'fixed',
  purpose: 'fixed',
  expires_at: 'fixed',
  status: 'value',
  status_reason: 'value',
  status_detail: 'value',
  from_address: 'value',
  to_address: 'fixed',
  subject: 'fixed',
  body: 'fixed',
  template_id: 'fixed',
  channel_id: 'value',
  reference: 'fixed',
  message_key: 'fixed',
  provider_id: 'value',
  attempt_id: 'value',
  attempts: 'value',
  handed_over_at: 'value',
  resends: 'value',
  duration_seconds: 'fixed',
  recording_url: 'fixed',
  occurred_at: 'fixed',
  sent_at: 'value',
  delivered_at: 'value',
  settled_at: 'fixed',
  created_at: 'fixed',
  updated_at: 'value',
});
export const COLUMNS = communications.columns;

export const saveCommunication = communications.update;

export function toCommunication(row: CommunicationRow): Communication {
  return {
    communication_id: toPublicId('communication', row.communication_id),
    lifecycle_number: row.lifecycle_number,
    lead_id: toPublicIdOrNull('lead', row.lead_id),
    customer_id: toPublicIdOrNull('customer', row.customer_id),
    channel: row.channel,
    direction: row.direction,
    kind: row.kind,
    purpose: row.purpose,
    expires_at: row.expires_at?.toISOString() ?? null,
    status: row.status,
    status_reason: row.status_reason,
    status_detail: row.status_detail,
    from: row.from_address,
    to: row.to_address,
    subject: row.subject,
    body: row.body,
    template_id: toPublicIdOrNull('template', row.template_id),
    channel_id: toPublicIdOrNull('channel', row.channel_id),
    provider_id: row.provider_id,
    attempts: row.attempts,
    duration_seconds: row.duration_seconds,
    recording_url: row.recording_url,
    occurred_at: row.occurred_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const selectByMessageKey = statement(
  'select_communication_by_message_key',
  `select ${COLUMNS} from communications where organization_id = $1 and message_key = $2`,
);

export async function findByMessageKeyOrNull(
  tx: Tx,
  key: string,
): Promise<CommunicationRow | null> {
  const [row] = await tx.query<CommunicationRow>(selectByMessageKey, [tx.organizationId, key]);
  return row ?? null;
}

export async function findByMessageKey(tx: Tx, key: string): Promise<CommunicationRow> {
  const row = await findByMessageKeyOrNull(tx, key);
  if (row === null) throw notFound('communication');
  return row;
}

export const newestRows = communications.newestOf('lifecycle_number', 'text');

export const { find: findCommunication, lock: lockCommunication } =
  communications.byKey('communication');

const updateHandedOver = statement(
  'update_communication_handed_over',
  `update communications set handed_over_at = $5
   where organization_id = $1 and communication_id = $2 and status = 'sending' and attempt_id = $3
     and attempts = $4 and (expires_at is null or expires_at > $5)
   returning communication_id`,
);

/** False if another attempt was started in the meantime, or if it has expired: then this one must stop. */
export async function markHandedOver(tx: Tx, row: CommunicationRow): Promise<boolean> {
  const values = [tx.organizationId, row.communication_id, row.attempt_id, row.attempts, tx.now];
  return (await tx.query(updateHandedOver, values)).length === 1;
}

const selectByReference = statement(
  'select_communication_by_reference',
  `select ${COLUMNS} from communications
   where organization_id = $1 and channel_id = $2 and reference = $3`,
);

/** The text that the gateway already sent with this reference. */
export async function findByReference(
  tx: Tx,
  channelId: string,
  reference: string,
): Promise<CommunicationRow | null> {
  const values = [tx.organizationId, channelId, reference];
  const [row] = await tx.query<CommunicationRow>(selectByReference, values);
  return row ?? null;
}
