import type { Address } from '../../../domain/message-address.ts';
import { isSentBy } from '../../../domain/message-address.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { COLUMNS, type CommunicationRow } from './queries.ts';
import { markNotSent } from './withdraw-messages.ts';

/** For the erasure of a person, who can have several lifecycle numbers. */

const lockQueued = statement(
  'lock_queued_messages_of_lifecycles',
  `select ${COLUMNS} from communications
   where organization_id = $1 and lifecycle_number = any ($2) and status = 'queued'
   order by communication_id for no key update`,
);

/** Messages that wait to be sent are not sent. */
export async function cancelQueuedMessages(
  tx: Tx,
  lifecycleNumbers: readonly string[],
  reason: string,
): Promise<void> {
  const values = [tx.organizationId, lifecycleNumbers];
  markNotSent(tx, await tx.query<CommunicationRow>(lockQueued, values), reason);
}

const selectAddresses = statement(
  'select_addresses_of_lifecycles',
  `select distinct channel, case direction when 'inbound' then from_address else to_address end as address
   from communications
   where organization_id = $1 and lifecycle_number = any ($2) and channel in ('sms', 'email')`,
);

/** The addresses that messages of these lifecycle numbers came from or were sent to. */
export async function addressesOfLifecycles(
  tx: Tx,
  lifecycleNumbers: readonly string[],
): Promise<Address[]> {
  const values = [tx.organizationId, lifecycleNumbers];
  const rows = await tx.query<{ channel: string; address: string | null }>(selectAddresses, values);
  return rows.flatMap(({ channel, address }) =>
    address !== null && isSentBy(channel) ? [{ channel, address }] : [],
  );
}
