import { randomUUID } from 'node:crypto';
import { fireFollowUps, followUpFollower } from '../features/follow-ups/index.ts';
import { sendCommunicationWith } from '../features/messaging/index.ts';
import { playbookFollower, runClaimed } from '../features/playbooks/index.ts';
import type { Database } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { Actor } from '../platform/events/event.ts';
import { followLog } from '../platform/events/follow-log.ts';
import type { TaskContext } from '../platform/tasks/task.ts';
import { printDocument } from '../print-document.ts';
import { HOUR } from './calendar.ts';

const sendCommunication = sendCommunicationWith(printDocument);

const READER: Actor = { type: 'system', id: null, name: 'demo' };
const FOLLOW_UPS: Actor = { type: 'system', id: null, name: 'follow-ups' };

/** How soon events are passed to their followers if nothing urgent depends on them. */
export const FOLLOWS_WITHIN_MS = 4 * HOUR;

/** Tasks whose work is found by querying the rows, so that the queued ones are not needed. */
export const TASKS_DONE = [sendCommunication.name];

/**
 * The background work for one organization, on the clock of the story: it passes events to their followers, runs
 * what is due and sends queued messages, with the same functions as the worker. The worker's own loops use the
 * real clock.
 */
export class Background {
  readonly #context: TaskContext;
  readonly #database: Database;
  readonly #organizationId: string;
  #isBehind = false;

  constructor(context: TaskContext, organizationId: string) {
    this.#context = context;
    this.#database = context.database;
    this.#organizationId = organizationId;
  }

  /**
   * Passes events to their followers, then does everything that is due now. Returns when the next work is due.
   * Events that this work emits are passed on the next time: nothing urgent depends on them.
   */
  async settle(): Promise<number> {
    await this.#follow();
    for (;;) {
      const { followUps, runs, messages, next, isBehind } = await this.#findDue();
      await Promise.all([
        this.#fire(followUps),
        ...runs.map((one) => this.#proceed(one)),
        ...messages.map((one) => this.#send(one)),
      ]);
      // Sending a message makes nothing else due; the others may.
      if (followUps.length + runs.length > 0) continue;
      this.#isBehind = isBehind || messages.length > 0;
      const now = this.#database.clock.now().getTime();
      return this.#isBehind ? Math.min(next, now + FOLLOWS_WITHIN_MS) : next;
    }
  }

  /** Runs until there is nothing left to do. */
  async finish(): Promise<void> {
    do await this.settle();
    while (this.#isBehind);
  }

  async #follow(): Promise<void> {
    const followers = [followUpFollower, playbookFollower];
    await Promise.all(
      followers.map(async (follower) => {
        while ((await followLog(this.#database, this.#organizationId, follower)).hasMore);
      }),
    );
  }

  #findDue(): Promise<Due> {
    const organizationId = this.#organizationId;
    const options = { organizationId, actor: READER, readOnly: true };
    return this.#database.transaction(options, async (tx) => {
      const found = tx.query<Due>(selectDue, [organizationId, tx.now]);
      // In the same round trip, since this runs a thousand times.
      await tx.commit();
      const [due] = await found;
      if (!due) throw new Error('The organization does not exist');
      return { ...due, next: due.next ?? Number.POSITIVE_INFINITY };
    });
  }

  async #fire(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const options = { organizationId: this.#organizationId, actor: FOLLOW_UPS };
    await this.#database.transaction(options, (tx) => fireFollowUps(tx, ids));
  }

  #proceed({ run_id, fence, due_at, lifecycle_number }: DueRun): Promise<void> {
    const organization_id = this.#organizationId;
    const run = { organization_id, run_id, fence, due_at: new Date(due_at), lifecycle_number };
    const claim = { ...run, was_claimed: false };
    return runClaimed(this.#context, claim, false);
  }

  #send(communication_id: string): Promise<void> {
    const data = { organization_id: this.#organizationId, communication_id };
    const { signal } = new AbortController();
    return sendCommunication.handle(this.#context, [
      { id: randomUUID(), data, queuedAt: this.#database.clock.now(), signal },
    ]);
  }
}

interface DueRun {
  run_id: string;
  fence: number;
  due_at: string;
  lifecycle_number: string | null;
}

interface Due {
  followUps: string[];
  runs: DueRun[];
  messages: string[];
  /** When the next work is due, in milliseconds since 1970. */
  next: number;
  /** Whether there are events that were not passed to their followers yet. */
  isBehind: boolean;
}

const selectDue = statement(
  'demo_look_around',
  `select
     array(
       select follow_up_id from follow_ups
       where organization_id = $1 and status = 'scheduled' and communication_id is null and due_at <= $2
       order by due_at
     ) as "followUps",
     array(
       select to_jsonb(r) from (
         select run_id, fence, due_at, lifecycle_number from playbook_runs
         where organization_id = $1 and finished_at is null and claimable_at <= $2
         order by claimable_at
       ) as r
     ) as runs,
     array(
       select communication_id from communications where organization_id = $1 and status = 'queued'
     ) as messages,
     1000 * extract(epoch from least(
       (select min(due_at) from follow_ups
        where organization_id = $1 and status = 'scheduled' and communication_id is null and due_at > $2),
       (select min(claimable_at) from playbook_runs
        where organization_id = $1 and finished_at is null and claimable_at > $2)
     ))::double precision as next,
     exists (
       select from event_cursors c join organization_counters o on o.organization_id = c.organization_id
       where c.organization_id = $1 and c.last_seq < o.event_seq
     ) as "isBehind"`,
);
