import type { Actor } from '../../../platform/events/event.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import { USUAL } from './run-claimed.ts';
import { takeTurn } from './take-turn.ts';
import type { Claim } from './turn.ts';

/** Every run acts in its own name; this one appears nowhere. */
const TOGETHER: Actor = { type: 'system', id: null, name: 'Playbooks' };

/**
 * Takes a turn of each run in one transaction: what they ask of the database travels together, and is
 * committed once. They must be of one organization and each of another lifecycle. Returns those that
 * are not through: all of them, if one has failed, since nothing is written then.
 */
export async function runTogether(
  { database, secrets }: TaskContext,
  claims: readonly Claim[],
): Promise<readonly Claim[]> {
  const [first, second] = claims;
  if (!first || !second) return claims;
  // In the order in which everybody locks several.
  const inOrder = claims.toSorted((a, b) => (numberOf(a) < numberOf(b) ? -1 : 1));
  const options = { organizationId: first.organization_id, actor: TOGETHER };
  try {
    return await database.transaction(options, async (tx) => {
      const usual = { bounds: USUAL, isOutbound: false, answered: null, secrets, began() {} };
      const taken = await Promise.allSettled(
        inOrder.map(async (claim) => ({ claim, turn: await takeTurn(tx, { ...usual, claim }) })),
      );
      // Only when none of them sends anything any more may the connection be given back.
      const turns = taken.map(fulfilled);
      return turns.filter(({ turn }) => turn.kind !== 'over').map(({ claim }) => claim);
    });
  } catch {
    // Whose fault it was shows when each is taken by itself.
    return inOrder;
  }
}

const numberOf = ({ lifecycle_number }: Claim) => lifecycle_number ?? '';

function fulfilled<Value>(result: PromiseSettledResult<Value>): Value {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
