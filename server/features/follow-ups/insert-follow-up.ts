import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { COLUMNS, type FollowUpRow } from './queries.ts';

/** `made_seq` is the last event so far; `setCreatedSeq` corrects it once the events of this transaction are written. */
const insertRow = statement(
  'insert_follow_up',
  `insert into follow_ups (organization_id, made_seq, follow_up_id, lifecycle_number, lead_id, customer_id, job_id,
     channel, template_id, subject, body, assigned_to, due_at, cancel_on, status, created_by, creation_key, run_id,
     purpose, expires_at, created_at, updated_at, appointment_id, anchor, anchor_offset, anchored_at)
   select organization_id, event_seq, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20,
     $21, $22, $23, $24
   from organization_counters where organization_id = $1
   on conflict (organization_id, creation_key) where creation_key is not null do nothing
   returning ${COLUMNS}`,
);
/** claim_follow_ups uses this row to limit how fast late follow-ups are sent. */
const insertPace = statement(
  'insert_follow_up_pace',
  'insert into follow_up_paces (organization_id, used_until) values ($1, $2) on conflict do nothing',
);

/** Null if one already exists under the same key. */
export async function insertFollowUp(
  tx: Tx,
  row: Omit<FollowUpRow, 'made_seq'>,
): Promise<FollowUpRow | null> {
  tx.query(insertPace, [tx.organizationId, tx.now]);
  const [inserted] = await tx.query<FollowUpRow>(insertRow, [
    tx.organizationId,
    row.follow_up_id,
    row.lifecycle_number,
    row.lead_id,
    row.customer_id,
    row.job_id,
    row.channel,
    row.template_id,
    row.subject,
    row.body,
    row.assigned_to,
    row.due_at,
    row.cancel_on,
    row.status,
    JSON.stringify(row.created_by),
    row.creation_key,
    row.run_id,
    row.purpose,
    row.expires_at,
    row.created_at,
    row.appointment_id,
    row.anchor,
    row.anchor_offset,
    row.anchored_at,
  ]);
  return inserted ?? null;
}

const updateMadeSeq = statement(
  'set_follow_up_made_seq',
  'select set_follow_up_made_seq($1, $2, $3)',
);

/** Only events after its creation can cancel a follow-up, not earlier events of the same transaction. */
export function setCreatedSeq(tx: Tx, followUpId: string, createdEventId: string): void {
  tx.afterEvents(updateMadeSeq, [tx.organizationId, followUpId, createdEventId]);
}
