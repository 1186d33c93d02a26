import { randomUUID } from 'node:crypto';
import { fireFollowUps, followUpFollower } from '../server/features/follow-ups/index.ts';
import { sendCommunication } from '../server/features/messaging/index.ts';
import { playbookFollower, runClaimed } from '../server/features/playbooks/index.ts';
import type { Database } from '../server/platform/database/database.ts';
import { statement } from '../server/platform/database/statement.ts';
import { type Actor, HAND_ON_EVENTS } from '../server/platform/events/event.ts';
import { followLog } from '../server/platform/events/follow-log.ts';
import type { TaskContext } from '../server/platform/tasks/task.ts';
import { HOUR } from './calendar.ts';

const LOOKING: Actor = { type: 'system', id: null, name: 'demo' };
const FOLLOW_UPS: Actor = { type: 'system', id: null, name: 'follow-ups' };

/** How soon what happened has to be handed on, where nobody waits for it. */
export const FOLLOWS_WITHIN_MS = 4 * HOUR;

/** Kinds of tasks whose work is found by looking at the rows, so that the queued ones are not needed. */
export const TASKS_DONE = [HAND_ON_EVENTS, sendCommunication.name];

/**
 * A worker's day for one organization alone, by the clock of the story: it hands events on, fires what is
 * due and sends what is queued, with the very functions of the worker. The worker's own loops wait by the
 * clock of the day on which the demo is made.
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
   * Hands on what has happened, then does all there is to do as of now. Answers when there will be something
   * again. What this work itself puts into the log is handed on the next time: nothing waits for it at once.
   */
  async settle(): Promise<number> {
    await this.#follow();
    for (;;) {
      const { followUps, runs, messages, next, isBehind } = await this.#look();
      await Promise.all([
        this.#fire(followUps),
        ...runs.map((one) => this.#proceed(one)),
        ...messages.map((one) => this.#send(one)),
      ]);
      // A message that was sent makes nothing else due; the others may.
      if (followUps.length + runs.length > 0) continue;
      this.#isBehind = isBehind || messages.length > 0;
      const now = this.#database.clock.now().getTime();
      return this.#isBehind ? Math.min(next, now + FOLLOWS_WITHIN_MS) : next;
    }
  }

  /** Until nothing is left to do or to hand on. */
  async finish(): Promise<void> {
    do await this.settle();
    while (this.#isBehind);
  }

  async #follow(): Promise<void> {
    const followers = [followUpFollower, playbookFollower];
    await Promise.all(
      followers.map((follower) => followLog(this.#database, this.#organizationId, follower)),
    );
  }

  #look(): Promise<Due> {
    const organizationId = this.#organizationId;
    const options = { organizationId, actor: LOOKING, readOnly: true };
    return this.#database.transaction(options, async (tx) => {
      const looking = tx.query<Due>(lookAround, [organizationId, tx.now]);
      // With the rest, since it is asked a thousand times.
      await tx.commit();
      const [due] = await looking;
      if (!due) throw new Error('The organization is not there');
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
    const claim = { organization_id, run_id, fence, due_at: new Date(due_at), lifecycle_number };
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
  /** When there will be something again, in milliseconds since 1970. */
  next: number;
  /** Whether events were not handed on yet. */
  isBehind: boolean;
}

const lookAround = statement(
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
