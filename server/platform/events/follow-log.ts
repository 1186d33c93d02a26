import type { Database } from '../database/database.ts';
import { type Statement, statement } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import type { Actor } from './event.ts';

/** What is read of every event. */
export interface EventHead {
  seq: number;
  type: string;
  lifecycle_number: string | null;
}

/** An event as followers get it. */
export interface LoggedEvent extends EventHead {
  event_id: string;
  occurred_at: Date;
  /** When the database logged it, which decides its partition. */
  logged_at: Date;
  actor: Actor;
  data: Record<string, unknown>;
  previous: Record<string, unknown> | null;
}

/**
 * Gets every committed event of the organizations that it follows, in order, once. What it does with them commits
 * together with its position, so killing a worker loses nothing, and two workers take turns.
 */
export interface EventFollower {
  readonly name: string;
  readonly actor: Actor;
  /**
   * The events that it has something to do with. The data of the others is not read: most events concern no follower.
   * Without this function it gets all.
   */
  select?(tx: Tx, heads: readonly EventHead[]): Promise<readonly EventHead[]>;
  handleEvents(tx: Tx, events: LoggedEvent[]): Promise<void>;
}

/** Rows are small; a follower that was down for a day catches up in steps of this size. */
const MAX_EVENTS = 500;

interface Followed {
  /** There can be more events: another organization may come first. */
  hasMore: boolean;
  /** The names of all that follow the organization; none if this one does not. */
  followers: readonly string[];
}

/** Passes the follower the next events of the organization, if it follows the organization. */
export function followLog(
  database: Database,
  organizationId: string,
  follower: EventFollower,
): Promise<Followed> {
  return database.transaction({ organizationId, actor: follower.actor }, (tx) =>
    step(tx, follower),
  );
}

async function step(tx: Tx, follower: EventFollower): Promise<Followed> {
  const { followers, rows } = follower.select
    ? await passSelected(tx, follower, follower.select)
    : await passAll(tx, follower);
  const last = rows.at(-1);
  if (last) tx.query(moveCursor, [tx.organizationId, follower.name, last.seq]);
  return { hasMore: rows.length === MAX_EVENTS, followers };
}

async function passAll(tx: Tx, follower: EventFollower): Promise<Next<LoggedEvent>> {
  const next = await readNext<LoggedEvent>(tx, follower, eventsAfterCursor);
  if (next.rows.length > 0) await follower.handleEvents(tx, next.rows);
  return next;
}

async function passSelected(
  tx: Tx,
  follower: EventFollower,
  select: NonNullable<EventFollower['select']>,
): Promise<Next<EventHead>> {
  const next = await readNext<EventHead>(tx, follower, headsAfterCursor);
  const selected = next.rows.length > 0 ? await select(tx, next.rows) : [];
  if (selected.length > 0) {
    const seqs = selected.map(({ seq }) => seq);
    const events = await tx.query<LoggedEvent>(eventsOf, [tx.organizationId, seqs]);
    await follower.handleEvents(tx, events);
  }
  return next;
}

interface Next<Row> {
  followers: readonly string[];
  rows: Row[];
}

/** What comes after the follower's cursor, which is locked until the end of the transaction. */
async function readNext<Row extends EventHead>(
  tx: Tx,
  { name }: EventFollower,
  rowsAfterCursor: Statement,
): Promise<Next<Row>> {
  // Sent together: the second statement sees everything that was committed when the first got its lock.
  const [[cursor], rows] = await Promise.all([
    tx.query<{ last_seq: number; followers: string[] }>(lockCursor, [tx.organizationId, name]),
    tx.query<Row>(rowsAfterCursor, [tx.organizationId, name, MAX_EVENTS]),
  ]);
  if (!cursor) return { followers: [], rows: [] };
  const last = rows.at(-1);
  // Otherwise the cursor would pass an event that no one handled.
  if (last && last.seq !== cursor.last_seq + rows.length)
    throw new Error(`The event log has a gap between ${cursor.last_seq} and ${last.seq}`);
  return { followers: cursor.followers, rows };
}

/** The names of the followers that follow the organization. */
export async function followersOf(tx: Tx): Promise<Set<string>> {
  const rows = await tx.query<{ follower: string }>(listCursors, [tx.organizationId]);
  return new Set(rows.map((row) => row.follower));
}

/** Follows from now on, including the events of this transaction. No effect if it follows already. */
export function beginToFollow(tx: Tx, follower: Pick<EventFollower, 'name'>): Promise<unknown> {
  return tx.query(insertCursor, [tx.organizationId, follower.name]);
}

const listCursors = statement(
  'list_event_cursors',
  'select follower from event_cursors where organization_id = $1',
);

const lockCursor = statement(
  'lock_event_cursor',
  `select last_seq, (select array_agg(a.follower) from event_cursors a where a.organization_id = $1) as followers
   from event_cursors where organization_id = $1 and follower = $2 for update`,
);

const COLUMNS_OF_EVENT =
  'seq, event_id, type, occurred_at, logged_at, lifecycle_number, actor, data, previous';

const AFTER_CURSOR = `
   where organization_id = $1
     and seq > (select last_seq from event_cursors where organization_id = $1 and follower = $2)
     and logged_at >= (
       select logged_from($1, last_seq + 1) from event_cursors where organization_id = $1 and follower = $2)
   order by seq limit $3`;

const headsAfterCursor = statement(
  'heads_of_events_after_cursor',
  `select seq, type, lifecycle_number from events ${AFTER_CURSOR}`,
);

const eventsAfterCursor = statement(
  'events_after_cursor',
  `select ${COLUMNS_OF_EVENT} from events ${AFTER_CURSOR}`,
);

const eventsOf = statement(
  'events_by_seq',
  `select ${COLUMNS_OF_EVENT} from events
   where organization_id = $1 and seq = any ($2) and logged_at >= (select logged_from($1, ($2::bigint[])[1])) order by seq`,
);

const moveCursor = statement(
  'move_event_cursor',
  'update event_cursors set last_seq = $3 where organization_id = $1 and follower = $2',
);

// Events that others commit between this and our own commit come after the counter read here, so none is missed.
const insertCursor = statement(
  'insert_event_cursor',
  `insert into event_cursors (organization_id, follower, last_seq)
   select organization_id, $2, event_seq from organization_counters where organization_id = $1
   on conflict do nothing`,
  { once: true, tables: ['event_cursors', 'organization_counters'] },
);
