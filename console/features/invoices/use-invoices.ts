import type { Invoice } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { invoices, kindOf } from '../../store/stores.ts';
import { type StoredList, useStoredPages } from '../../store/use-pages.ts';

export type ClosedFilter = 'draft' | 'paid' | 'void' | 'all';

/** The invoices of one status, or all of them, newest first. */
export function useInvoices(filter: ClosedFilter): StoredList<Invoice> {
  const list = useStoredPages(`invoices ${filter}`, {
    store: invoices,
    list: (signal) =>
      api.invoices.list(
        { limit: 100, ...(filter !== 'all' && { status: [filter] }) },
        signal && { signal },
      ),
    isAffectedBy: (event) => kindOf(event) === 'invoice',
  });
  const items = list.items?.filter(({ status }) => filter === 'all' || status === filter);
  return { ...list, items };
}
