import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { changeCommunication } from './change-communication.ts';
import { communicationNotSent } from './events.ts';
import { COLUMNS, type CommunicationRow } from './queries.ts';

const lockQueued = statement(
  'lock_queued_messages',
  `select ${COLUMNS} from communications
   where organization_id = $1 and communication_id = any ($2) and status = 'queued'
   order by communication_id for no key update`,
);

const expireSending = statement(
  'expire_messages_being_sent',
  `update communications set expires_at = $3
   where organization_id = $1 and communication_id = any ($2) and status = 'sending'
     and (expires_at is null or expires_at > $3)`,
);

/**
 * Withdraws messages that are still queued. One that is being sent is not tried again if this attempt fails or is
 * interrupted. One that was sent stays as it is.
 */
export async function withdrawMessages(
  tx: Tx,
  communicationIds: readonly string[],
  reason: string,
): Promise<void> {
  if (communicationIds.length === 0) return;
  const values = [tx.organizationId, communicationIds];
  const queued = tx.query<CommunicationRow>(lockQueued, values);
  tx.query(expireSending, [...values, tx.now]);
  markNotSent(tx, await queued, reason);
}

export function markNotSent(tx: Tx, rows: readonly CommunicationRow[], reason: string): void {
  const changes = { status: 'not_sent', status_reason: reason, status_detail: null } as const;
  for (const row of rows) changeCommunication(tx, row, changes, communicationNotSent);
}
