/** Which invoices, as the address says it: those that were sent or paid in some days, as a bar of a report has counted them. */
export interface InvoiceSearch {
  /** First and last day on which they were sent. */
  from?: string;
  to?: string;
  /** The days are those of payments. */
  by?: 'paid';
  currency?: string;
  source?: string;
  /** Whose job it is: the id of a user, or `none`. */
  assigned?: string;
}

export type SentSearch = InvoiceSearch & Required<Pick<InvoiceSearch, 'from' | 'to'>>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whatever was typed into the address; what is not understood is left out. Without days there is nothing to filter. */
export function readInvoiceSearch(search: Record<string, unknown>): InvoiceSearch {
  const { from, to, by, currency, source, assigned } = search;
  if (!isDay(from) || !isDay(to)) return {};
  return {
    from,
    to,
    ...(by === 'paid' && { by }),
    ...(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) && { currency }),
    ...(typeof source === 'string' && source !== '' && { source }),
    ...(typeof assigned === 'string' && /^(none|user_\w+)$/.test(assigned) && { assigned }),
  };
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && DAY.test(value);
}

export function isSentSearch(search: InvoiceSearch): search is SentSearch {
  return search.from !== undefined && search.to !== undefined;
}

/** Void invoices do not count, and drafts were not sent. */
export function queryOf({ from, to, by, currency, source, assigned }: SentSearch) {
  return {
    ...(by === 'paid' ? { paid_from: from, paid_to: to } : { sent_from: from, sent_to: to }),
    status: ['sent', 'partially_paid', 'paid'] as const,
    currency,
    source,
    ...(assigned === 'none' ? { unassigned: true } : { assigned_to: assigned }),
  };
}
