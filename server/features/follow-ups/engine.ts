import type { Actor } from '../../platform/events/event.ts';
import { DueLoop } from '../../platform/tasks/due-loop.ts';
import type { Engine, EngineContext } from '../../platform/tasks/engine.ts';
import { abandonFollowUp, fireFollowUps } from './fire-follow-up.ts';
import {
  type Claimed,
  claimFollowUps,
  countFollowUpAttempt,
  nextFollowUpAt,
} from './fire-queries.ts';

const FOLLOW_UPS: Actor = { type: 'system', id: null, name: 'follow-ups' };

const RETRY_MS = 200;
/** Each one uses a connection of the pool, which the HTTP requests of this process share. */
const CONCURRENCY = 4;
/** The most follow-ups of one organization that fire in one transaction. */
const BATCH_SIZE = 25;
/** An attempt that does not finish was interrupted, or failed for a reason that a retry may solve. */
const MAX_ATTEMPTS = 5;

/** Fires the due follow-ups of all organizations. */
export const followUpEngine: Engine = {
  name: 'follow-ups',
  async start(context) {
    const loop = new DueLoop({
      name: 'follow-ups',
      log: context.log,
      async claim(limit) {
        const claimed = await claimFollowUps(context.database, limit * BATCH_SIZE);
        return splitEvenly(batchByOrganization(claimed), limit);
      },
      async work(share) {
        for (const claimed of share) {
          const [first] = claimed;
          if (first.was_claimed) await fireAgain(context, first);
          else await fire(context, claimed);
        }
      },
      nextDueAt: () => nextFollowUpAt(context.database),
      clock: context.database.clock,
      concurrency: CONCURRENCY,
      retryMs: RETRY_MS,
    });
    const hints = new Hints(() => loop.kick());
    const unlisten = context.announcements.listen({
      announced: () => hints.take(),
      reconnected: () => loop.kick(),
    });
    loop.start();
    return {
      async stop() {
        unlisten();
        hints.stop();
        await loop.stop();
      },
    };
  },
};

/** Any event may have scheduled one for a moment before the next known one: of many at once, one is enough. */
class Hints {
  readonly #kick: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(kick: () => void) {
    this.#kick = kick;
  }

  take(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#kick();
    }, RETRY_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Follow-ups of one organization that fire in one transaction. */
type Batch = [Claimed, ...Claimed[]];

/** Oldest first, as they were claimed. */
function batchByOrganization(claimed: readonly Claimed[]): Batch[] {
  const batches: Batch[] = [];
  const latest = new Map<string, Batch>();
  for (const one of claimed.toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime())) {
    // One that was interrupted is fired alone: it may be the reason.
    const batch = one.was_claimed ? undefined : latest.get(one.organization_id);
    if (batch && batch.length < BATCH_SIZE) {
      batch.push(one);
      continue;
    }
    const newBatch: Batch = [one];
    if (!one.was_claimed) latest.set(one.organization_id, newBatch);
    batches.push(newBatch);
  }
  return batches;
}

/** One share per free worker, with about the same number of batches each. */
function splitEvenly(batches: readonly Batch[], workers: number): Batch[][] {
  const count = Math.min(workers, batches.length);
  return Array.from({ length: count }, (_, share) =>
    batches.filter((_batch, index) => index % count === share),
  );
}

/** If one follow-up of a batch fails, each is fired alone, so that it does not block the others. */
async function fire(context: EngineContext, claimed: Batch): Promise<void> {
  const { database, log, metrics } = context;
  const organizationId = claimed[0].organization_id;
  const ids = claimed.map(({ follow_up_id }) => follow_up_id);
  try {
    await database.transaction({ organizationId, actor: FOLLOW_UPS }, (tx) =>
      fireFollowUps(tx, ids),
    );
  } catch (error) {
    log.error({ err: error, follow_up_ids: ids }, 'follow-ups did not fire; retrying soon');
    if (claimed.length > 1) for (const one of claimed) await fire(context, [one]);
    return;
  }
  const now = database.clock.now().getTime();
  for (const { due_at } of claimed) {
    metrics.taskLateness.observe({ task: 'follow-ups' }, (now - due_at.getTime()) / 1000);
  }
}

/**
 * Fires a follow-up that an earlier attempt did not finish. The attempt is counted and committed first, so that the count
 * is right even if this process ends with it. After the last attempt it waits for a person.
 */
async function fireAgain(context: EngineContext, claimed: Claimed): Promise<void> {
  const { database, log } = context;
  const options = { organizationId: claimed.organization_id, actor: FOLLOW_UPS };
  try {
    const attempts = await database.transaction(options, (tx) =>
      countFollowUpAttempt(tx, claimed.follow_up_id),
    );
    if (attempts <= MAX_ATTEMPTS) return await fire(context, [claimed]);
    await database.transaction(options, (tx) => abandonFollowUp(tx, claimed.follow_up_id));
  } catch (error) {
    log.error({ err: error, follow_up_ids: [claimed.follow_up_id] }, 'a follow-up did not fire');
  }
}
