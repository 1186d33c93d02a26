import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { changeFollowUp } from './change-follow-up.ts';
import { followUpCanceled } from './events.ts';
import { COLUMNS, type FollowUpRow } from './queries.ts';

const lockOpen = statement(
  'lock_open_follow_ups_of_leads',
  `select ${COLUMNS} from follow_ups
   where organization_id = $1 and lead_id = any ($2) and status in ('scheduled', 'due')
     and communication_id is null
   order by follow_up_id for no key update`,
);

/** Cancels every open follow-up of these leads. One whose message is being sent gets the outcome of the message. */
export async function cancelOpenFollowUps(
  tx: Tx,
  leadIds: readonly string[],
  reason: string,
): Promise<void> {
  for (const row of await tx.query<FollowUpRow>(lockOpen, [tx.organizationId, leadIds])) {
    changeFollowUp(tx, row, { status: 'canceled', reason }, followUpCanceled);
  }
}
