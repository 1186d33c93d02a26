import type { Overview } from '../../domain/overview-schemas.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { nextVisitsOf } from '../appointments/index.ts';
import { balancesOf, sumBalances } from '../invoices/index.ts';

/**
 * The next visit and the balance of each person of a list, who may have several lifecycle numbers. Two statements in one
 * round trip, however long the list is.
 */
export async function readOverviews(
  tx: Tx,
  people: readonly (readonly string[])[],
): Promise<Overview[]> {
  const numbers = [...new Set(people.flat())];
  if (numbers.length === 0) return people.map(() => ({ next_visit: null, balance: [] }));
  const [visits, balances] = await Promise.all([
    nextVisitsOf(tx, 'lifecycle_number', numbers),
    balancesOf(tx, numbers),
  ]);
  const visitOf = new Map(visits.map((visit) => [visit.of, visit]));
  const balancesByNumber = Map.groupBy(balances, ({ lifecycle_number }) => lifecycle_number);
  return people.map((own) => {
    const [next] = own
      .flatMap((number) => visitOf.get(number) ?? [])
      .toSorted((a, b) => a.startsAt - b.startsAt);
    return {
      next_visit: next?.visit ?? null,
      balance: sumBalances(own.flatMap((number) => balancesByNumber.get(number) ?? [])),
    };
  });
}
