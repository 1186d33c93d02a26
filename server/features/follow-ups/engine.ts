import type { Actor } from '../../platform/events/event.ts';
import { DueLoop } from '../../platform/tasks/due-loop.ts';
import type { Engine, EngineContext } from '../../platform/tasks/engine.ts';
import { fireTogether } from './fire-follow-up.ts';
import { type Claimed, claimFollowUps } from './fire-queries.ts';

const FOLLOW_UPS: Actor = { type: 'system', id: null, name: 'follow-ups' };

/** How late a follow-up may be because nobody looked. To look costs two probes of an index. */
const POLL_MS = 200;
/** Each is a connection of the pool, which the requests of the process share. */
const CONCURRENCY = 4;
/** So many of one organization fire in one transaction. */
const TOGETHER = 25;

/** Fires follow-ups at their time, of all organizations. */
export const followUpEngine: Engine = {
  name: 'follow-ups',
  async start(context) {
    const loop = new DueLoop({
      name: 'follow-ups',
      log: context.log,
      async claim(limit) {
        const claimed = await claimFollowUps(context.database, limit * TOGETHER);
        return sharesOf(byOrganization(claimed), limit);
      },
      async work(share) {
        for (const claimed of share) await fire(context, claimed);
      },
      concurrency: CONCURRENCY,
      pollMs: POLL_MS,
    });
    loop.start();
    return loop;
  },
};

/** Of one organization. */
type Group = [Claimed, ...Claimed[]];

/** The oldest first, as they were claimed, and no more of one organization than fire together. */
function byOrganization(claimed: readonly Claimed[]): Group[] {
  const groups: Group[] = [];
  const open = new Map<string, Group>();
  for (const one of claimed.toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime())) {
    const group = open.get(one.organization_id);
    if (group && group.length < TOGETHER) {
      group.push(one);
      continue;
    }
    const another: Group = [one];
    open.set(one.organization_id, another);
    groups.push(another);
  }
  return groups;
}

/** As many shares as there is room for, of about as many groups each. */
function sharesOf(groups: readonly Group[], most: number): Group[][] {
  const count = Math.min(most, groups.length);
  return Array.from({ length: count }, (_, share) =>
    groups.filter((_group, index) => index % count === share),
  );
}

/** One that cannot be fired does not keep the others: they are then fired one by one. */
async function fire(context: EngineContext, claimed: Group): Promise<void> {
  const { database, log, metrics } = context;
  const organizationId = claimed[0].organization_id;
  const ids = claimed.map(({ follow_up_id }) => follow_up_id);
  try {
    await database.transaction({ organizationId, actor: FOLLOW_UPS }, (tx) =>
      fireTogether(tx, ids),
    );
  } catch (error) {
    log.error({ err: error, follow_up_ids: ids }, 'follow-ups did not fire; tried again soon');
    if (claimed.length > 1) for (const one of claimed) await fire(context, [one]);
    return;
  }
  const now = database.clock.now().getTime();
  for (const { due_at } of claimed) {
    metrics.taskLateness.observe({ task: 'follow-ups' }, (now - due_at.getTime()) / 1000);
  }
}
