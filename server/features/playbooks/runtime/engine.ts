import { statement } from '../../../platform/database/statement.ts';
import { DueLoop } from '../../../platform/tasks/due-loop.ts';
import type { Engine } from '../../../platform/tasks/engine.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import { BATCH, groupClaims, spread } from './group-claims.ts';
import { reportLateRuns } from './late-runs.ts';
import { later } from './run.ts';
import { runClaimed } from './run-claimed.ts';
import { runTogether } from './run-together.ts';
import { type Claim, LEASE_MS } from './turn.ts';

/** Steps that are rows cost the database more than us: more at once would only wait for each other. */
const ROWS_AT_ONCE = 4;
/** A request waits for another machine, and costs next to nothing meanwhile. */
const REQUESTS_AT_ONCE = 100;
/** A receiver that hangs holds up its own organization alone. */
const REQUESTS_OF_EACH = 16;
/** How late a run is at most when nothing tells of it: a timer, or one whose worker was killed. */
const POLL_MS = 100;
const LATE_POLL_MS = 5_000;
const KEEP_MS = LEASE_MS / 3;

const claimRuns = statement(
  'claim_playbook_runs',
  'select organization_id, run_id, fence, due_at, lifecycle_number from claim_playbook_runs($1, $2, $3)',
);
const claimOutbound = statement(
  'claim_outbound_playbook_runs',
  'select organization_id, run_id, fence, due_at, lifecycle_number from claim_outbound_playbook_runs($1, $2, $3, $4)',
);

const keepRuns = statement('keep_playbook_runs', 'select keep_playbook_runs($1, $2, $3, $4)');

/**
 * Takes runs through their steps: those that are rows in one loop, requests to other machines in another, so
 * that a run that waits for a response keeps no other waiting.
 */
export const playbookEngine: Engine = {
  name: 'playbooks',
  async start(context) {
    const requests = new RequestLoop(context);
    const rows = rowLoop(context, () => requests.kick());
    const kick = () => {
      rows.kick();
      requests.kick();
    };
    const unlisten = context.announcements.listen({ announced: kick, reconnected: kick });
    const watch = setInterval(() => {
      reportLateRuns(context).catch((error) =>
        context.log.error({ err: error }, 'could not look for late runs; looking again soon'),
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

/** Takes what is due, several runs in one transaction where they are of one organization. */
function rowLoop(context: TaskContext, onWorked: () => void): DueLoop<Claim[][]> {
  const { database, log } = context;
  const loop = new DueLoop<Claim[][]>({
    name: 'playbooks',
    log,
    concurrency: ROWS_AT_ONCE,
    pollMs: POLL_MS,
    async claim(limit) {
      const { now, until } = lease(context);
      const values = [now, until, limit * BATCH];
      const claims = await database.withoutTenant<Claim>(claimRuns, values);
      observeLateness(context, claims, now);
      return spread(groupClaims(claims), limit);
    },
    async work(groups) {
      for (const group of groups) {
        for (const claim of await runTogether(context, group)) {
          await runClaimed(context, claim, false).catch((error) =>
            log.error({ err: error, run_id: claim.run_id }, 'a run is left until its claim ends'),
          );
        }
      }
      // A place may have come free, and a request may be to be sent.
      setImmediate(() => loop.kick());
      onWorked();
    },
  });
  return loop;
}

/** Sends requests, and says of those under way that they are, so that nobody else takes them. */
class RequestLoop {
  readonly #context: TaskContext;
  readonly #underWay = new Set<Claim>();
  readonly #loop: DueLoop<Claim>;
  #keep: NodeJS.Timeout | null = null;

  constructor(context: TaskContext) {
    this.#context = context;
    this.#loop = new DueLoop<Claim>({
      name: 'playbook requests',
      log: context.log,
      concurrency: REQUESTS_AT_ONCE,
      pollMs: POLL_MS,
      claim(limit) {
        const { now, until } = lease(context);
        const values = [now, until, limit, REQUESTS_OF_EACH];
        return context.database.withoutTenant<Claim>(claimOutbound, values);
      },
      work: (claim) => this.#work(claim),
    });
  }

  start(): void {
    this.#keep = setInterval(() => this.#keepClaims(), KEEP_MS);
    this.#loop.start();
  }

  kick(): void {
    this.#loop.kick();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    if (this.#keep) clearInterval(this.#keep);
  }

  async #work(claim: Claim): Promise<void> {
    this.#underWay.add(claim);
    try {
      await runClaimed(this.#context, claim, true);
    } finally {
      this.#underWay.delete(claim);
      // The organization's next one may begin.
      setImmediate(() => this.kick());
    }
  }

  #keepClaims(): void {
    if (this.#underWay.size === 0) return;
    const { database, log } = this.#context;
    const claims = [...this.#underWay];
    const values = [
      claims.map(({ organization_id }) => organization_id),
      claims.map(({ run_id }) => run_id),
      claims.map(({ fence }) => fence),
      lease(this.#context).until,
    ];
    database.withoutTenant(keepRuns, values).catch((error) => {
      log.error({ err: error }, 'could not say which requests are under way; saying it again soon');
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
