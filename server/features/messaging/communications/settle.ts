import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { CommunicationRow } from './queries.ts';

/** Messages wait for a person until they are settled. The database settles what a message or call by a person answers. */

const settleOne = statement(
  'settle_communication',
  `update communications set settled_at = $3
   where organization_id = $1 and communication_id = $2 and settled_at is null`,
);

/** The service did what the message asked for, so no person has to answer it. */
export function settleMessage(tx: Tx, row: CommunicationRow): void {
  tx.query(settleOne, [tx.organizationId, row.communication_id, tx.now]);
}

const settleEarlier = statement('settle_messages', 'select settle_messages($1, $2, $3, $4)');

/** A person talked to the contact, which answers all messages before. */
export function settleEarlierMessages(tx: Tx, row: CommunicationRow): void {
  if (row.lead_id === null) return;
  tx.query(settleEarlier, [tx.organizationId, row.lead_id, row.communication_id, tx.now]);
}
