import { type Statement, statement } from '../../../platform/database/statement.ts';
import { NIL_UUID } from '../../../platform/ids.ts';
import { DueLoop } from '../../../platform/tasks/due-loop.ts';
import type { Engine } from '../../../platform/tasks/engine.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import { PLAYBOOKS_FOLLOWER } from '../follow.ts';
import { BATCH_SIZE, batchClaims, splitEvenly } from './batch-claims.ts';
import { reportLateRuns } from './late-runs.ts';
import { later } from './run.ts';
import { runBatch } from './run-batch.ts';
import { runOrAbandon } from './run-claimed.ts';
import { type Claim, LEASE_MS } from './turn.ts';

/** Steps that only change rows load the database more than this process; more at once would block each other. */
const ROW_CONCURRENCY = 4;
/** A request mostly waits for the receiver and costs almost nothing. */
const REQUEST_CONCURRENCY = 100;
/** A receiver that does not respond delays only its own organization. */
const MAX_REQUESTS_PER_ORGANIZATION = 16;
const RETRY_MS = 100;
const LATE_POLL_MS = 5_000;
const RENEW_MS = LEASE_MS / 3;

const claimRuns = statement(
  'claim_playbook_runs',
  'select * from claim_playbook_runs($1, $2, $3, $4, $5)',
);
const claimOutbound = statement(
  'claim_outbound_playbook_runs',
  'select * from claim_outbound_playbook_runs($1, $2, $3, $4)',
);

const nextRunAt = statement('next_playbook_run_at', 'select next_playbook_run_at() as at');
const nextOutboundAt = statement(
  'next_outbound_playbook_run_at',
  'select next_outbound_playbook_run_at() as at',
);

async function readNext({ database }: TaskContext, next: Statement): Promise<Date | null> {
  const [row] = await database.withoutTenant<{ at: Date | null }>(next, []);
  return row?.at ?? null;
}

const renewClaims = statement('keep_playbook_runs', 'select keep_playbook_runs($1, $2, $3, $4)');

/**
 * Executes runs. One loop executes steps that change rows, another one sends requests to other systems, so that a run
 * that waits for a response does not delay the others.
 */
export const playbookEngine: Engine = {
  name: 'playbooks',
  async start(context) {
    const requests = new RequestLoop(context, () => rows.kick());
    const rows = rowLoop(context, () => requests.kick());
    const kick = () => {
      rows.kick();
      requests.kick();
    };
    const unlisten = context.announcements.listen({
      // Every organization that has had a run is followed: the events of the others cannot make one due.
      announced: (announced) => {
        if (announced.some(({ followers }) => followers.includes(PLAYBOOKS_FOLLOWER))) kick();
      },
      reconnected: kick,
    });
    const watch = setInterval(() => {
      reportLateRuns(context).catch((error) =>
        context.log.error({ err: error }, 'could not check for late runs; retrying soon'),
      );
    }, LATE_POLL_MS);
    rows.start();
    requests.start();
    return {
      async stop() {
        unlisten();
        clearInterval(watch);
        await Promise.all([rows.stop(), requests.stop()]);
      },
    };
  },
};

/** Executes due runs, several runs of one organization in one transaction. */
function rowLoop(context: TaskContext, onWorked: () => void): DueLoop<Claim[][]> {
  const { database, log } = context;
  /** If more runs are due than can be claimed, organizations take turns. */
  let lastTurn = NIL_UUID;
  const loop = new DueLoop<Claim[][]>({
    name: 'playbooks',
    log,
    concurrency: ROW_CONCURRENCY,
    clock: database.clock,
    retryMs: RETRY_MS,
    nextDueAt: () => readNext(context, nextRunAt),
    async claim(limit) {
      const { now, until } = lease(context);
      const values = [now, until, limit * BATCH_SIZE, lastTurn, BATCH_SIZE];
      const claims = await database.withoutTenant<Claim>(claimRuns, values);
      lastTurn = claims.at(-1)?.organization_id ?? lastTurn;
      observeLateness(context, claims, now);
      return splitEvenly(batchClaims(claims), limit);
    },
    async work(groups) {
      for (const group of groups) {
        for (const claim of await runBatch(context, group)) {
          await runOrAbandon(context, claim, false).catch((error) =>
            log.error(
              { err: error, run_id: claim.run_id },
              'could not process a playbook run; retrying when its claim expires',
            ),
          );
        }
      }
      // A concurrency slot may be free now, and a request may be ready to be sent.
      setImmediate(() => loop.kick());
      onWorked();
    },
  });
  return loop;
}

/** Sends requests, and renews their claims while they are in progress, so that no other worker takes them. */
class RequestLoop {
  readonly #context: TaskContext;
  readonly #inProgress = new Set<Claim>();
  readonly #loop: DueLoop<Claim>;
  readonly #onWorked: () => void;
  #renewTimer: NodeJS.Timeout | null = null;

  constructor(context: TaskContext, onWorked: () => void) {
    this.#context = context;
    this.#onWorked = onWorked;
    this.#loop = new DueLoop<Claim>({
      name: 'playbook requests',
      log: context.log,
      concurrency: REQUEST_CONCURRENCY,
      clock: context.database.clock,
      retryMs: RETRY_MS,
      nextDueAt: () => readNext(context, nextOutboundAt),
      claim(limit) {
        const { now, until } = lease(context);
        const values = [now, until, limit, MAX_REQUESTS_PER_ORGANIZATION];
        return context.database.withoutTenant<Claim>(claimOutbound, values);
      },
      work: (claim) => this.#work(claim),
    });
  }

  start(): void {
    this.#renewTimer = setInterval(() => this.#renewClaims(), RENEW_MS);
    this.#loop.start();
  }

  kick(): void {
    this.#loop.kick();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    if (this.#renewTimer) clearInterval(this.#renewTimer);
  }

  async #work(claim: Claim): Promise<void> {
    this.#inProgress.add(claim);
    try {
      await runOrAbandon(this.#context, claim, true);
    } finally {
      this.#inProgress.delete(claim);
      // The organization's next request can start, and so can a run that waited for a concurrency slot.
      setImmediate(() => this.kick());
      this.#onWorked();
    }
  }

  #renewClaims(): void {
    if (this.#inProgress.size === 0) return;
    const { database, log } = this.#context;
    const claims = [...this.#inProgress];
    const values = [
      claims.map(({ organization_id }) => organization_id),
      claims.map(({ run_id }) => run_id),
      claims.map(({ fence }) => fence),
      lease(this.#context).until,
    ];
    database.withoutTenant(renewClaims, values).catch((error) => {
      log.error(
        { err: error },
        'could not renew the claims of requests in progress; retrying soon',
      );
    });
  }
}

function lease({ database }: TaskContext): { now: Date; until: Date } {
  const now = database.clock.now();
  return { now, until: later(now, LEASE_MS) };
}

function observeLateness({ metrics }: TaskContext, claims: readonly Claim[], now: Date): void {
  for (const { due_at } of claims) {
    metrics.playbookLateness.observe(Math.max(0, now.getTime() - due_at.getTime()) / 1000);
  }
}
