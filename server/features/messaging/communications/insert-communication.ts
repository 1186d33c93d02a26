import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { COLUMNS, type CommunicationRow } from './queries.ts';

const insertRow = statement(
  'insert_communication',
  `insert into communications (organization_id, ${COLUMNS})
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
           $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34)
   on conflict (organization_id, message_key) where message_key is not null do nothing
   returning communication_id`,
);

/** False if a communication with this key exists, also if it was committed while this statement waited. */
export function insertCommunication(tx: Tx, row: CommunicationRow): Promise<boolean> {
  const inserted = tx.query(insertRow, [
    tx.organizationId,
    row.communication_id,
    row.lifecycle_number,
    row.lead_id,
    row.customer_id,
    row.channel,
    row.direction,
    row.kind,
    row.purpose,
    row.expires_at,
    row.status,
    row.status_reason,
    row.status_detail,
    row.from_address,
    row.to_address,
    row.subject,
    row.body,
    row.template_id,
    row.channel_id,
    row.reference,
    row.message_key,
    row.provider_id,
    row.attempt_id,
    row.attempts,
    row.handed_over_at,
    row.resends,
    row.duration_seconds,
    row.recording_url,
    row.occurred_at,
    row.sent_at,
    row.delivered_at,
    row.settled_at,
    row.created_at,
    row.updated_at,
  ]);
  const isNew = inserted.then((rows) => rows.length === 1);
  // The commit throws a refusal; not every caller awaits it, and an unhandled rejection would end the process.
  isNew.catch(() => {});
  return isNew;
}
