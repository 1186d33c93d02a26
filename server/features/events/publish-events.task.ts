import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { announce } from '../../platform/events/announcements.ts';
import { type Actor, PUBLISH_EVENTS } from '../../platform/events/event.ts';
import { type EventFollower, followersOf, followLog } from '../../platform/events/follow-log.ts';
import type { QueuedTask, Task, TaskContext } from '../../platform/tasks/task.ts';

export interface Range {
  from_seq: number;
  to_seq: number;
}

/** Organizations processed in parallel: each spends most of its time waiting for the database. */
const CONCURRENCY = 4;
const AUDIT: Actor = { type: 'system', id: null, name: 'event log' };

/**
 * Every mutation queues one of these tasks with its events. After the commit, and never in a request, it passes
 * the committed events to the followers of the log. It first checks that every seq of the range is in the log;
 * a missing one fails the task, so that it shows up in the dead-letter queue.
 */
export function publishEventsTo(followers: readonly EventFollower[]): Task<Range> {
  return {
    name: PUBLISH_EVENTS,
    description:
      'Passes committed events to their followers, and checks that none is missing from the log.',
    retryLimit: 10,
    batchSize: 500,
    async handle(context, tasks) {
      const { database } = context;
      const waiting = [...rangesByOrganization(tasks)];
      const announcer = new Announcer(database);
      const failures: unknown[] = [];
      const handOn = async () => {
        for (let work = waiting.shift(); work; work = waiting.shift()) {
          const [organizationId, ranges] = work;
          try {
            const names = await auditRanges(context, organizationId, ranges);
            for (const follower of followers) {
              if (names.has(follower.name)) await followLog(database, organizationId, follower);
            }
            announcer.announceSoon(organizationId);
          } catch (error) {
            failures.push(error);
          }
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, handOn));
      await announcer.done;
      // On the retry, followers that already handled an event do not get it again.
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Announces an organization as soon as it is done, in one batch with others that finished in the meantime. */
class Announcer {
  readonly #database: Database;
  readonly #ready: string[] = [];
  done: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  announceSoon(organizationId: string): void {
    this.#ready.push(organizationId);
    this.done = this.done.then(async () => {
      if (this.#ready.length > 0) await announce(this.#database, this.#ready.splice(0));
    });
    // Thrown at the end, where `done` is awaited; an unhandled rejection before would end the process.
    this.done.catch(() => {});
  }
}

/** Ranges that follow on each other become one: tasks of an organization mostly do, and one range is counted faster. */
function rangesByOrganization(tasks: QueuedTask<Range>[]): Map<string, Range[]> {
  const ranges = new Map<string, Range[]>();
  for (const { data } of tasks.toSorted((a, b) => a.data.from_seq - b.data.from_seq)) {
    const ofOrganization = ranges.get(data.organization_id);
    const last = ofOrganization?.at(-1);
    if (last && last.to_seq + 1 === data.from_seq) last.to_seq = data.to_seq;
    else if (ofOrganization) ofOrganization.push({ ...data });
    else ranges.set(data.organization_id, [{ ...data }]);
  }
  return ranges;
}

/**
 * Returns the names of the organization's followers, found in the same round trip: most organizations have no
 * webhooks and no playbooks. One that begins to follow later has events, and so a task, of its own.
 */
async function auditRanges(
  { database, metrics }: TaskContext,
  organizationId: string,
  ranges: Range[],
): Promise<Set<string>> {
  const [counts, names] = await database.transaction(
    { organizationId, actor: AUDIT, readOnly: true },
    async (tx) => {
      const found = ranges.map(({ from_seq, to_seq }) =>
        tx.query<{ type: string; count: number }>(countEvents, [organizationId, from_seq, to_seq]),
      );
      return Promise.all([Promise.all(found), followersOf(tx), tx.commit()]);
    },
  );
  const expected = ranges.reduce((sum, range) => sum + range.to_seq - range.from_seq + 1, 0);
  const rows = counts.flat();
  const found = rows.reduce((sum, row) => sum + row.count, 0);
  if (found !== expected) {
    throw new Error(
      `The event log should have ${expected} events in these ranges but has ${found}`,
    );
  }
  for (const row of rows) metrics.events.inc({ type: row.type }, row.count);
  return names;
}

const countEvents = statement(
  'count_events_of_range',
  `select e.type, count(*) as count from events e
   where e.organization_id = $1 and e.seq between $2 and $3
   group by e.type`,
);
