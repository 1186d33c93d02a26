import type { Me } from '../../../packages/sdk/src/index.ts';
import { mayI } from '../../session/session.ts';
import type { InvoiceSearch } from '../invoices/search.ts';
import type { LeadSearch } from '../leads/search.ts';
import type { VisitSearch } from '../visit-list/search.ts';
import type { Stage } from './funnel-sums.ts';
import type { ListBehind } from './list-link.tsx';

/** First and last day. */
interface Days {
  from: string;
  to: string;
}

/** The filters of the list that show what a stage counts. The list cannot tell who has paid. */
const FILTERS: Record<Stage, LeadSearch | null> = {
  captured: { deleted: true },
  qualified: { status: ['qualified', 'converted'], deleted: true },
  booked: { booked: true, deleted: true },
  converted: { status: ['converted'], deleted: true },
  sold: { outcome: 'won', deleted: true },
  paid: null,
};

/** Undefined if the list cannot show these leads. Days that reach until today have no end: the list stays live. */
export function leadsBehind(
  stage: Stage,
  { from, to }: Days,
  today: string,
  of: Pick<LeadSearch, 'source' | 'assigned'> = {},
): ListBehind | undefined {
  const filters = FILTERS[stage];
  if (filters === null) return undefined;
  return { of: 'leads', search: { ...filters, ...daysBehind({ from, to }, today), ...of } };
}

/** Those that the speed to lead counts: a merged or deleted lead is contacted by no one. */
export function activeLeadsBehind(
  days: Days,
  today: string,
  of: Pick<LeadSearch, 'source'> = {},
): ListBehind {
  return { of: 'leads', search: { ...daysBehind(days, today), ...of } };
}

function daysBehind({ from, to }: Days, today: string): Pick<LeadSearch, 'since' | 'until'> {
  return { since: from, ...(to < today && { until: to }) };
}

/** The invoices that were sent, or had a payment, in these days; undefined for those who may not read invoices. */
export function invoicesBehind(me: Me, search: InvoiceSearch): ListBehind | undefined {
  return mayI(me, 'invoices:read') ? { of: 'invoices', search } : undefined;
}

/** The visits of these days; undefined for those who may not read visits. */
export function visitsBehind(me: Me, search: VisitSearch): ListBehind | undefined {
  return mayI(me, 'appointments:read') ? { of: 'visits', search } : undefined;
}
