import type { Invoice, InvoiceCounts } from '../../../packages/sdk/src/index.ts';
import { OWED } from '../../../server/features/invoices/invoice.ts';
import { api } from '../../api/client.ts';
import { invoices, kindOf } from '../../store/stores.ts';
import { type StoredList, useStoredPages } from '../../store/use-pages.ts';
import { useQuery } from '../../store/use-query.ts';
import { type Amount, sumsOf } from '../jobs/sums.ts';

export type InvoiceFilter = 'open' | 'draft' | 'paid' | 'void' | 'all';

/** The invoices of one status, or all of them, newest first; open ones with the longest overdue at the top. */
export function useInvoices(filter: InvoiceFilter): StoredList<Invoice> {
  const isOpen = filter === 'open';
  const list = useStoredPages(`invoices ${filter}`, {
    store: invoices,
    list: (signal) => api.invoices.list({ limit: 100, ...queryOf(filter) }, signal && { signal }),
    isAffectedBy: (event) => ['invoice', 'customer'].includes(kindOf(event)),
  });
  const matching = list.items?.filter(({ status }) => isIn(status, filter));
  const items = isOpen
    ? matching?.toSorted((a, b) => (a.due_on < b.due_on ? -1 : Number(a.due_on > b.due_on)))
    : matching;
  return { ...list, items };
}

function queryOf(filter: InvoiceFilter) {
  if (filter === 'all') return {};
  if (filter !== 'open') return { status: [filter] };
  return { status: ['sent', 'partially_paid'] as const, sort: 'due_on' as const };
}

function isIn(status: string, filter: InvoiceFilter): boolean {
  if (filter === 'all') return true;
  return filter === 'open' ? OWED.some((one) => one === status) : status === filter;
}

export interface Owed {
  open: readonly Amount[];
  overdue: readonly Amount[];
}

/** What is owed in all, and what of it is overdue, per currency. */
export function useOwed(): Owed | undefined {
  const { value } = useQuery('invoice counts', {
    load: (signal) => api.invoices.count({ signal }),
    isAffectedBy: (event) => kindOf(event) === 'invoice',
  });
  return value && owedIn(value);
}

export function owedIn({ data }: InvoiceCounts): Owed {
  const owed = data
    .filter(({ status }) => OWED.some((one) => one === status))
    .flatMap(({ amounts }) => amounts);
  return {
    open: sumsOf(owed.map(({ currency, balance }) => ({ currency, amount: balance }))),
    overdue: sumsOf(
      owed.flatMap(({ currency, overdue }) => (overdue > 0 ? [{ currency, amount: overdue }] : [])),
    ),
  };
}
