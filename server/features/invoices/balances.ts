import type { Balance } from '../../domain/overview-schemas.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';

export interface BalanceRow extends Balance {
  lifecycle_number: string;
}

const selectBalances = statement(
  'select_balances',
  `select lifecycle_number, currency, sum(total - paid)::bigint as amount from invoices
   where organization_id = $1 and lifecycle_number = any ($2) and status in ('sent', 'partially_paid')
   group by lifecycle_number, currency`,
);

/** What is owed under each of the lifecycle numbers, by currency, in minor units. */
export function balancesOf(tx: Tx, numbers: readonly string[]): Promise<BalanceRow[]> {
  return tx.query(selectBalances, [tx.organizationId, numbers]);
}

/** What one person owes, by currency. Amounts of two currencies are never added. */
export function sumBalances(balances: readonly Balance[]): Balance[] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of balances) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}
