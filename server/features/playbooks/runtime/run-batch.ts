import { SharedTransaction } from '../../../platform/database/shared-transaction.ts';
import type { Actor } from '../../../platform/events/event.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import { allSettled } from './all-settled.ts';
import { DEFAULT_BOUNDS } from './run-claimed.ts';
import { takeTurn } from './take-turn.ts';
import type { Claim } from './turn.ts';

/** Required by the transaction, but never visible: every run uses its own actor. */
const BATCH_ACTOR: Actor = { type: 'system', id: null, name: 'Playbooks' };

/**
 * Executes one turn of each run in one transaction, so that they share statements and are committed once. All runs
 * must belong to one organization and to different lifecycles. Returns the claims that need more work: all of them if
 * one run failed, because then nothing is written.
 */
export async function runBatch(
  { database, secrets }: TaskContext,
  claims: readonly Claim[],
): Promise<readonly Claim[]> {
  const [first, second] = claims;
  if (!first || !second) return claims;
  // Sorted, because several lifecycles are always locked in this order.
  const inOrder = claims.toSorted((a, b) => (numberOf(a) < numberOf(b) ? -1 : 1));
  const batch = { organizationId: first.organization_id, actor: BATCH_ACTOR };
  try {
    return await database.transaction(batch, async (tx) => {
      const options = {
        bounds: DEFAULT_BOUNDS,
        isOutbound: false,
        sent: null,
        secrets,
        onStart() {},
      };
      const shared = new SharedTransaction(tx, !database.isDistributed);
      const turns = await allSettled(
        inOrder.map(async (claim) => ({
          claim,
          turn: await takeTurn(shared.join(), { ...options, claim }),
        })),
      );
      shared.finish();
      return turns.filter(({ turn }) => turn.kind !== 'over').map(({ claim }) => claim);
    });
  } catch {
    // Each run is then executed alone, which shows which one failed.
    return inOrder;
  }
}

const numberOf = ({ lifecycle_number }: Claim) => lifecycle_number ?? '';
