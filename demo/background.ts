import { randomUUID } from 'node:crypto';
import { fireTogether, followUpFollower } from '../server/features/follow-ups/index.ts';
import { sendCommunication } from '../server/features/messaging/index.ts';
import { playbookFollower, runClaimed } from '../server/features/playbooks/index.ts';
import type { Database } from '../server/platform/database/database.ts';
import { statement } from '../server/platform/database/statement.ts';
import type { Actor } from '../server/platform/events/event.ts';
import { followLog } from '../server/platform/events/follow-log.ts';
import type { TaskContext } from '../server/platform/tasks/task.ts';

const LOOKING: Actor = { type: 'system', id: null, name: 'demo' };
const FOLLOW_UPS: Actor = { type: 'system', id: null, name: 'follow-ups' };

/**
 * A worker's day for one organization alone, by the clock of the story: it hands events on, fires what is
 * due and sends what is queued, with the very functions of the worker. The worker's own loops take the work
 * of every organization, by the clock of the day on which the demo is made.
 */
export class Background {
  readonly #context: TaskContext;
  readonly #database: Database;
  readonly #organizationId: string;

  constructor(context: TaskContext, organizationId: string) {
    this.#context = context;
    this.#database = context.database;
    this.#organizationId = organizationId;
  }

  /** Does all there is to do as of now. Answers when there will be something again. */
  async settle(): Promise<number> {
    for (;;) {
      const due = await this.#look();
      const isIdle = due.followUps.length + due.runs.length + due.messages.length === 0;
      if (isIdle && !due.isBehind) return due.next;
      await Promise.all([
        due.isBehind ? this.#follow() : null,
        this.#fire(due.followUps),
        ...due.runs.map((one) => this.#proceed(one)),
        ...due.messages.map((one) => this.#send(one)),
      ]);
    }
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
      const values = [organizationId, tx.now];
      const looking = Promise.all([
        tx.query<DueFollowUp>(dueFollowUps, values),
        tx.query<DueRun>(dueRuns, values),
        tx.query<QueuedMessage>(queuedMessages, [organizationId]),
        tx.query<{ next: Date | null; is_behind: boolean }>(lookAhead, values),
      ]);
      // With the rest, since it is asked a thousand times.
      await tx.commit();
      const [followUps, runs, messages, [state]] = await looking;
      const next = state!.next?.getTime() ?? Number.POSITIVE_INFINITY;
      return { followUps, runs, messages, next, isBehind: state!.is_behind };
    });
  }

  async #fire(due: readonly DueFollowUp[]): Promise<void> {
    if (due.length === 0) return;
    const options = { organizationId: this.#organizationId, actor: FOLLOW_UPS };
    const ids = due.map(({ follow_up_id }) => follow_up_id);
    await this.#database.transaction(options, (tx) => fireTogether(tx, ids));
  }

  #proceed({ run_id, fence, due_at, lifecycle_number }: DueRun): Promise<void> {
    const organization_id = this.#organizationId;
    const claim = { organization_id, run_id, fence, due_at, lifecycle_number };
    return runClaimed(this.#context, claim, false);
  }

  #send({ communication_id }: QueuedMessage): Promise<void> {
    const data = { organization_id: this.#organizationId, communication_id };
    const { signal } = new AbortController();
    return sendCommunication.handle(this.#context, [
      { id: randomUUID(), data, queuedAt: this.#database.clock.now(), signal },
    ]);
  }
}

interface DueFollowUp {
  follow_up_id: string;
}

interface DueRun {
  run_id: string;
  fence: number;
  due_at: Date;
  lifecycle_number: string | null;
}

interface QueuedMessage {
  communication_id: string;
}

interface Due {
  followUps: DueFollowUp[];
  runs: DueRun[];
  messages: QueuedMessage[];
  /** Whether events were not handed on yet. */
  isBehind: boolean;
  next: number;
}

const dueFollowUps = statement(
  'demo_due_follow_ups',
  `select follow_up_id from follow_ups
   where organization_id = $1 and status = 'scheduled' and communication_id is null and due_at <= $2
   order by due_at`,
);
const dueRuns = statement(
  'demo_due_runs',
  `select run_id, fence, due_at, lifecycle_number from playbook_runs
   where organization_id = $1 and finished_at is null and claimable_at <= $2
   order by claimable_at`,
);
const queuedMessages = statement(
  'demo_queued_messages',
  `select communication_id from communications where organization_id = $1 and status = 'queued'`,
);
const lookAhead = statement(
  'demo_look_ahead',
  `select least(
     (select min(due_at) from follow_ups
      where organization_id = $1 and status = 'scheduled' and communication_id is null and due_at > $2),
     (select min(claimable_at) from playbook_runs
      where organization_id = $1 and finished_at is null and claimable_at > $2)
   ) as next,
   exists (
     select from event_cursors c join organization_counters o on o.organization_id = c.organization_id
     where c.organization_id = $1 and c.last_seq < o.event_seq
   ) as is_behind`,
);
