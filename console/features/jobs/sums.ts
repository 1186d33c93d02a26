import type { Job } from '../../../packages/sdk/src/index.ts';

export interface Amount {
  amount: number;
  currency: string;
}

/** The sum of each currency, largest count first; jobs without an amount do not count. Pure. */
export function sumsOf(amounts: readonly (Amount | null)[]): readonly Amount[] {
  const sums = new Map<string, number>();
  for (const one of amounts) {
    if (one) sums.set(one.currency, (sums.get(one.currency) ?? 0) + one.amount);
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

export function contractAmount({ contract }: Pick<Job, 'contract'>): Amount | null {
  if (contract?.amount == null || contract.currency === null) return null;
  return { amount: contract.amount, currency: contract.currency };
}
