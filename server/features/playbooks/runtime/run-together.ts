import type { Actor } from '../../../platform/events/event.ts';
import type { TaskContext } from '../../../platform/tasks/task.ts';
import { USUAL } from './run-claimed.ts';
import { type Claim, type Turn, takeTurn } from './take-turn.ts';

/** Every run speaks for itself; this is nobody's name. */
const TOGETHER: Actor = { type: 'system', id: null, name: 'Playbooks' };

/**
 * Takes a turn of each run in one transaction: what they ask of the database travels together, and is
 * committed once. They must be of one organization and each of another lifecycle. Answers those that
 * are not through: all of them, if one has failed, since nothing is written then.
 */
export async function runTogether(
  { database, secrets }: TaskContext,
  claims: readonly Claim[],
): Promise<Claim[]> {
  if (claims.length < 2) return [...claims];
  // In the order in which everybody locks several.
  const inOrder = claims.toSorted((a, b) => (numberOf(a) < numberOf(b) ? -1 : 1));
  const options = { organizationId: inOrder[0]!.organization_id, actor: TOGETHER };
  try {
    const turns = await database.transaction(options, async (tx) => {
      const began = () => {};
      const usual = { bounds: USUAL, isOutbound: false, answer: null, secrets, began };
      const taken = await Promise.allSettled(
        inOrder.map((claim) => takeTurn(tx, { ...usual, claim })),
      );
      // Only when none of them sends anything any more may the connection be given back.
      return taken.map(fulfilled);
    });
    return inOrder.filter((_, index) => turns[index]!.kind !== 'over');
  } catch {
    // Whose fault it was shows when each is taken by itself.
    return inOrder;
  }
}

const numberOf = ({ lifecycle_number }: Claim) => lifecycle_number ?? '';

function fulfilled(result: PromiseSettledResult<Turn>): Turn {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
