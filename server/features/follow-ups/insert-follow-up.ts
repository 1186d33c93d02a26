import { joinLists, statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FollowUpRow } from './queries.ts';

/**
 * `made_seq` is the last event so far; `setCreatedSeq` corrects it once the events of this transaction are written. Of
 * the lead it needs only the key and whether the person was erased, which no update of a lead changes.
 */
const insertRow = statement(
  'insert_follow_up',
  'select follow_up_id, made_seq from insert_follow_ups($1, $2) where follow_up_id = $3',
  {
    many: {
      statement: statement(
        'insert_many_follow_ups',
        'select follow_up_id, made_seq from insert_follow_ups($1, $2)',
      ),
      values: joinLists,
      by: ['follow_up_id', 2],
    },
    tables: ['follow_ups', 'organization_counters'],
  },
);
/** claim_follow_ups uses this row to limit how fast late follow-ups are sent. */
const insertPace = statement(
  'insert_follow_up_pace',
  'insert into follow_up_paces (organization_id, used_until) values ($1, $2) on conflict do nothing',
  { once: true, tables: ['follow_up_paces'] },
);

/** Null if one already exists under the same key. */
export async function insertFollowUp(
  tx: Tx,
  row: Omit<FollowUpRow, 'made_seq'>,
): Promise<FollowUpRow | null> {
  tx.query(insertPace, [tx.organizationId, tx.now]);
  const values = [tx.organizationId, JSON.stringify([row]), row.follow_up_id];
  const [inserted] = await tx.query<Pick<FollowUpRow, 'made_seq'>>(insertRow, values);
  return inserted === undefined ? null : { ...row, made_seq: inserted.made_seq };
}

const updateMadeSeq = statement(
  'set_follow_up_made_seq',
  'select set_follow_up_made_seq($1, array[$2::uuid], array[$3::uuid])',
  {
    many: {
      statement: statement('set_follow_ups_made_seq', 'select set_follow_up_made_seq($1, $2, $3)'),
      values: (all) => [all.map(([, id]) => id), all.map(([, , eventId]) => eventId)],
    },
  },
);

/** Only events after its creation can cancel a follow-up, not earlier events of the same transaction. */
export function setCreatedSeq(tx: Tx, followUpId: string, createdEventId: string): void {
  tx.afterEvents(updateMadeSeq, [tx.organizationId, followUpId, createdEventId]);
}
