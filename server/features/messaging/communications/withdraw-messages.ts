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

/** Takes back messages that are still queued. One that is being sent, or was sent, stays as it is. */
export async function withdrawMessages(
  tx: Tx,
  communicationIds: readonly string[],
  reason: string,
): Promise<void> {
  if (communicationIds.length === 0) return;
  markNotSent(tx, await tx.query(lockQueued, [tx.organizationId, communicationIds]), reason);
}

export function markNotSent(tx: Tx, rows: readonly CommunicationRow[], reason: string): void {
  const changes = { status: 'not_sent', status_reason: reason, status_detail: null } as const;
  for (const row of rows) changeCommunication(tx, row, changes, communicationNotSent);
}
