import { statement } from '../../../platform/database/statement.ts';
import { DueLoop } from '../../../platform/tasks/due-loop.ts';
import type { Engine } from '../../../platform/tasks/engine.ts';
import { reportOverdueRuns } from './overdue.ts';
import { runClaimed } from './run-claimed.ts';
import { runTogether } from './run-together.ts';
import { type Claim, LEASE_MS } from './take-turn.ts';

/** Steps that are rows cost the database more than us: more at once would only wait for each other. */
const ROWS_AT_ONCE = 4;
/** Claimed together, and worked off in one transaction where they are of one organization. */
const BATCH = 16;
/** A request waits for another machine, and costs next to nothing meanwhile. */
const REQUESTS_AT_ONCE = 100;
/** A receiver that hangs holds up its own organization alone. */
const REQUESTS_OF_EACH = 16;
/** How late a run is at most when nothing tells of it: a timer, or one whose worker was killed. */
const POLL_MS = 100;
const OVERDUE_POLL_MS = 5_000;
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
 * that whoever waits for an answer keeps nobody else waiting.
 */
export const playbookEngine: Engine = {
  name: 'playbooks',
  async start(context) {
    const { database, metrics, log } = context;
    const times = () => {
      const now = database.clock.now();
      return [now, new Date(now.getTime() + LEASE_MS)] as const;
    };
    const observe = (claims: readonly Claim[], now: Date) => {
      for (const { due_at } of claims) {
        metrics.playbookLateness.observe(Math.max(0, now.getTime() - due_at.getTime()) / 1000);
      }
    };

    const rows = new DueLoop<Claim[][]>({
      name: 'playbooks',
      log,
      concurrency: ROWS_AT_ONCE,
      pollMs: POLL_MS,
      async claim(limit) {
        const [now, until] = times();
        const values = [now, until, limit * BATCH];
        const claims = await database.withoutTenant<Claim>(claimRuns, values);
        observe(claims, now);
        return dealtOut(groupsOf(claims), limit);
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
        setImmediate(() => rows.kick());
        requests.kick();
      },
    });
    const requests: DueLoop<Claim> = new DueLoop<Claim>({
      name: 'playbook requests',
      log,
      concurrency: REQUESTS_AT_ONCE,
      pollMs: POLL_MS,
      async claim(limit) {
        const [now, until] = times();
        const values = [now, until, limit, REQUESTS_OF_EACH];
        return database.withoutTenant<Claim>(claimOutbound, values);
      },
      async work(claim) {
        underWay.add(claim);
        try {
          await runClaimed(context, claim, true);
        } finally {
          underWay.delete(claim);
          // The organization's next one may begin.
          setImmediate(() => requests.kick());
        }
      },
    });
    const underWay = new Set<Claim>();
    const keep = setInterval(() => {
      if (underWay.size === 0) return;
      const claims = [...underWay];
      const [, until] = times();
      const values = [
        claims.map(({ organization_id }) => organization_id),
        claims.map(({ run_id }) => run_id),
        claims.map(({ fence }) => fence),
        until,
      ];
      database.withoutTenant(keepRuns, values).catch((error) => {
        log.error(
          { err: error },
          'could not say which requests are under way; saying it again soon',
        );
      });
    }, KEEP_MS);

    const kick = () => {
      rows.kick();
      requests.kick();
    };
    const unlisten = context.announcements.listen({ announced: kick, reconnected: kick });
    const watch = setInterval(() => {
      reportOverdueRuns(context).catch((error) =>
        log.error({ err: error }, 'could not look for overdue runs; looking again soon'),
      );
    }, OVERDUE_POLL_MS);
    rows.start();
    requests.start();
    return {
      async stop() {
        unlisten();
        clearInterval(watch);
        await Promise.all([rows.stop(), requests.stop()]);
        clearInterval(keep);
      },
    };
  },
};

/**
 * Those of one organization, each of another lifecycle: what one of them changes, none of the others looks at.
 */
function groupsOf(claims: readonly Claim[]): Claim[][] {
  const groups: { organizationId: string; numbers: Set<string | null>; claims: Claim[] }[] = [];
  for (const claim of claims) {
    const { organization_id: organizationId, lifecycle_number: number } = claim;
    let group = groups.find(
      (one) =>
        one.organizationId === organizationId &&
        one.claims.length < BATCH &&
        !one.numbers.has(number),
    );
    if (!group) {
      group = { organizationId, numbers: new Set(), claims: [] };
      groups.push(group);
    }
    group.numbers.add(number);
    group.claims.push(claim);
  }
  return groups.map((group) => group.claims);
}

/** Evenly, so that a few are not left to one while others have nothing to do. */
function dealtOut<Group>(groups: readonly Group[], among: number): Group[][] {
  const hands = Array.from({ length: Math.min(among, groups.length) }, (): Group[] => []);
  for (const [index, group] of groups.entries()) hands[index % hands.length]!.push(group);
  return hands;
}
