import type { Me } from '../../../packages/sdk/src/index.ts';
import { mayI } from '../../session/session.ts';
import type { InvoiceSearch } from '../invoices/search.ts';
import type { LeadSearch } from '../leads/search.ts';
import type { VisitSearch } from '../visit-list/search.ts';
import type { Stage } from './funnel-sums.ts';
import type { ListBehind } from './list-link.tsx';

/** The filters of the list that show what a stage counts. The list cannot tell who has paid. */
const FILTERS: Record<Stage, LeadSearch | null> = {
  captured: { deleted: true },
  qualified: { status: ['qualified', 'converted'], deleted: true },
  booked: { booked: true, deleted: true },
  converted: { status: ['converted'], deleted: true },
  sold: { outcome: 'won', deleted: true },
  paid: null,
};

/** Undefined if the list cannot show these leads: it has a first day, but always ends now. */
export function leadsBehind(
  stage: Stage,
  { from, to }: { from: string; to: string },
  today: string,
  of: Pick<LeadSearch, 'source' | 'assigned'> = {},
): ListBehind | undefined {
  const filters = FILTERS[stage];
  if (filters === null || to < today) return undefined;
  return { of: 'leads', search: { ...filters, since: from, ...of } };
}

/** The invoices that were sent in these days; undefined for those who may not read invoices. */
export function invoicesBehind(me: Me, search: InvoiceSearch): ListBehind | undefined {
  return mayI(me, 'invoices:read') ? { of: 'invoices', search } : undefined;
}

/** The visits of these days; undefined for those who may not read visits. */
export function visitsBehind(me: Me, search: VisitSearch): ListBehind | undefined {
  return mayI(me, 'appointments:read') ? { of: 'visits', search } : undefined;
}
