import { toPublicId } from '../../domain/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { LoggedEvent } from '../../platform/events/follow-log.ts';
import type { Event } from './schemas.ts';

export type EventRow = Omit<LoggedEvent, 'logged_at'>;

export function toEvent(row: EventRow): Event {
  return {
    id: toPublicId('event', row.event_id),
    seq: row.seq,
    type: row.type,
    timestamp: row.occurred_at.toISOString(),
    lifecycle_number: row.lifecycle_number,
    actor: row.actor,
    data: row.data,
    previous: row.previous,
  };
}

const COLUMNS = 'seq, event_id, type, occurred_at, lifecycle_number, actor, data, previous';
const SELECT = `select ${COLUMNS} from events
  where organization_id = $1 and seq > $2`;
/** Evaluated once, and not for each event, whatever index the planner uses. */
const LOGGED_AFTER = 'logged_at >= (select logged_from($1, $2 + 1))';

/** One statement per combination of filters, so that each uses its own index. */
const everyEvent = statement('list_events', `${SELECT} and ${LOGGED_AFTER} order by seq limit $3`);
const eventsOfLifecycle = statement(
  'list_events_of_lifecycle',
  `${SELECT} and ${LOGGED_AFTER} and lifecycle_number = $4 order by seq limit $3`,
);
// Finds the first of each type in its index, without looking at the events: a token may see one type of a hundred, or
// ninety, and both must not read the whole log.
const eventsOfTypes = statement(
  'list_events_of_types',
  `select e.* from seqs_of_types($1, $2, $4, $3) as found
   cross join lateral (
     select ${COLUMNS} from events
     where organization_id = $1 and seq = found.seq and logged_at = found.logged_at limit 1
   ) as e
   order by e.seq`,
);
const eventsOfLifecycleAndTypes = statement(
  'list_events_of_lifecycle_and_types',
  `${SELECT} and ${LOGGED_AFTER} and lifecycle_number = $4 and type = any ($5) order by seq limit $3`,
);

export function listEventRows(
  tx: Tx,
  options: {
    after: number;
    limit: number;
    types: readonly string[] | null;
    lifecycleNumber: string | null;
  },
): Promise<EventRow[]> {
  const { after, limit, types, lifecycleNumber } = options;
  const first = [tx.organizationId, after, limit];
  if (lifecycleNumber !== null && types !== null) {
    return tx.query(eventsOfLifecycleAndTypes, [...first, lifecycleNumber, types]);
  }
  if (lifecycleNumber !== null) return tx.query(eventsOfLifecycle, [...first, lifecycleNumber]);
  if (types !== null) return tx.query(eventsOfTypes, [...first, types]);
  return tx.query(everyEvent, first);
}

type LogOrder = 'oldest' | 'newest';

const ofLifecycles = (order: LogOrder, condition: string) => {
  const [beyond, direction] = order === 'oldest' ? ['>', 'asc'] : ['<', 'desc'];
  return `select e.* from unnest($4::text[]) as wanted (number)
   cross join lateral (
     select ${COLUMNS} from events
     where organization_id = $1 and seq ${beyond} $2 and lifecycle_number = wanted.number${condition}
     order by seq ${direction} limit $3
   ) as e
   order by seq ${direction} limit $3`;
};
const OF_TYPES = ' and type = any ($5)';
const oldestFirst = {
  all: statement('list_events_of_lifecycles', ofLifecycles('oldest', '')),
  ofTypes: statement('list_events_of_lifecycles_and_types', ofLifecycles('oldest', OF_TYPES)),
};
const newestFirst = {
  all: statement('list_newest_events_of_lifecycles', ofLifecycles('newest', '')),
  ofTypes: statement(
    'list_newest_events_of_lifecycles_and_types',
    ofLifecycles('newest', OF_TYPES),
  ),
};

/** Events of merged lifecycle numbers in this order, after the given `seq`; from the start of the list if it is null. */
export function listEventRowsOfLifecycles(
  tx: Tx,
  options: {
    order: LogOrder;
    after: number | null;
    limit: number;
    lifecycleNumbers: readonly string[];
    types: readonly string[] | null;
  },
): Promise<(EventRow & { lifecycle_number: string })[]> {
  const { order, limit, lifecycleNumbers, types } = options;
  const start = order === 'oldest' ? 0 : Number.MAX_SAFE_INTEGER;
  const values = [tx.organizationId, options.after ?? start, limit, lifecycleNumbers];
  const statements = order === 'oldest' ? oldestFirst : newestFirst;
  if (types === null) return tx.query(statements.all, values);
  return tx.query(statements.ofTypes, [...values, types]);
}

/** The first seq that is kept, and the last. */
export interface ExtentOfLog {
  first: number;
  last: number;
}

const extentOfLog = statement(
  'extent_of_log',
  `select first_logged_seq($1) as first, event_seq as last
   from organization_counters where organization_id = $1`,
);

/** If it is read before the events, all events up to the last are visible. */
export async function findExtentOfLog(tx: Tx): Promise<ExtentOfLog> {
  const [row] = await tx.query<ExtentOfLog>(extentOfLog, [tx.organizationId]);
  return row ?? { first: 1, last: 0 };
}

const endsOfLogs = statement('ends_of_logs', 'select * from ends_of_logs($1)');

export function findEndsOfLogs(
  database: Database,
  organizationIds: readonly string[],
): Promise<{ organization_id: string; event_seq: number }[]> {
  return database.withoutTenant(endsOfLogs, [organizationIds]);
}
