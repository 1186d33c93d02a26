import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { LAST_UUID } from '../../../platform/paging.ts';
import { COLUMNS, type CommunicationRow, newestRows, toCommunication } from './queries.ts';
import { type Communication, STATUSES } from './schemas.ts';

export interface Filters {
  lifecycleNumber: string | null;
  channel: Communication['channel'] | null;
  direction: Communication['direction'] | null;
  status: Communication['status'] | null;
}

type Kind = Pick<Communication, 'channel' | 'direction' | 'status'>;

const SPOKEN = ['call', 'chat'] as const;
const SENT = ['sms', 'email'] as const;
const OUTGOING_STATUSES = STATUSES.filter(
  (status) => status !== 'recorded' && status !== 'received',
);

/** All possible combinations. A list reads the newest of each combination that matches, from one index. */
const KINDS: readonly Kind[] = [
  { channel: 'note', direction: 'internal', status: 'recorded' },
  ...[...SPOKEN, ...SENT].map(
    (channel): Kind => ({ channel, direction: 'inbound', status: 'received' }),
  ),
  ...[...SPOKEN, ...SENT].map(
    (channel): Kind => ({ channel, direction: 'outbound', status: 'recorded' }),
  ),
  ...SENT.flatMap((channel) =>
    OUTGOING_STATUSES.map((status): Kind => ({ channel, direction: 'outbound', status })),
  ),
];

const selectAll = statement(
  'list_communications',
  `select ${COLUMNS} from communications
   where organization_id = $1 and communication_id < $2
   order by communication_id desc limit $3`,
);
/** One lifecycle number has few communications, so the other filters are checked row by row. */
const selectOfLifecycle = statement(
  'list_communications_of_lifecycle',
  `select ${COLUMNS} from communications
   where organization_id = $1 and communication_id < $2 and lifecycle_number = $4
     and ($5::text is null or channel = $5) and ($6::text is null or direction = $6)
     and ($7::text is null or status = $7)
   order by communication_id desc limit $3`,
);
const selectOfKinds = statement(
  'list_communications_of_kinds',
  `select c.* from unnest($4::text[], $5::text[], $6::text[]) as wanted (channel, direction, status)
   cross join lateral (
     select ${COLUMNS} from communications c
     where c.organization_id = $1 and c.channel = wanted.channel and c.direction = wanted.direction
       and c.status = wanted.status and c.communication_id < $2
     order by c.communication_id desc limit $3
   ) as c
   order by communication_id desc limit $3`,
);

/** Newest first. */
export function listCommunicationRows(
  tx: Tx,
  filters: Filters,
  before: string | null,
  limit: number,
): Promise<CommunicationRow[]> {
  const { lifecycleNumber, channel, direction, status } = filters;
  const values = [tx.organizationId, before ?? LAST_UUID, limit];
  if (lifecycleNumber !== null) {
    return tx.query(selectOfLifecycle, [...values, lifecycleNumber, channel, direction, status]);
  }
  if (channel === null && direction === null && status === null) return tx.query(selectAll, values);
  const wanted = KINDS.filter(
    (kind) =>
      (channel === null || kind.channel === channel) &&
      (direction === null || kind.direction === direction) &&
      (status === null || kind.status === status),
  );
  return tx.query(selectOfKinds, [
    ...values,
    wanted.map((kind) => kind.channel),
    wanted.map((kind) => kind.direction),
    wanted.map((kind) => kind.status),
  ]);
}

/** The newest twenty communications of several lifecycle numbers that were merged into one. */
export async function newestCommunications(
  tx: Tx,
  lifecycleNumbers: readonly string[],
): Promise<Communication[]> {
  const rows = await newestRows(tx, lifecycleNumbers);
  return rows.map(toCommunication);
}
