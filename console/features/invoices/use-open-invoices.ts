import { useMemo } from 'react';
import type { Invoice } from '../../../packages/sdk/src/index.ts';
import { OWED } from '../../../server/features/invoices/invoice.ts';
import { api } from '../../api/client.ts';
import { invoices, kindOf } from '../../store/stores.ts';
import { useNewest } from '../../store/use-entities.ts';
import { useQuery } from '../../store/use-query.ts';
import { type Amount, sumsOf } from '../jobs/sums.ts';

/** The service has no totals, so open invoices are read in full; beyond this number the total says "or more". */
const MAX_OPEN = 1_000;

/** What is owed: overdue first, the longest overdue at the top. */
export function useOpenInvoices() {
  const state = useQuery('open invoices', {
    load: async (signal) => {
      const found: Invoice[] = [];
      const query = { status: ['sent', 'partially_paid'] as const, limit: 200 };
      for await (const invoice of api.invoices.list(query, { signal })) {
        invoices.put(invoice);
        found.push(invoice);
        if (found.length === MAX_OPEN) break;
      }
      return found;
    },
    isAffectedBy: (event) => kindOf(event) === 'invoice',
  });
  const newest = useNewest(invoices, state.value);
  const open = useMemo(() => {
    const owed = (newest ?? []).filter(({ status }) => OWED.some((one) => one === status));
    return owed.toSorted((a, b) => (a.due_on < b.due_on ? -1 : 1));
  }, [newest]);
  return { ...state, open, isComplete: (state.value?.length ?? 0) < MAX_OPEN };
}

export function balances(list: readonly Invoice[]): readonly Amount[] {
  return sumsOf(list.map(({ balance, currency }) => ({ amount: balance, currency })));
}
