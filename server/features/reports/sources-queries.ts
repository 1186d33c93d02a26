import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { DateRange } from './date-range.ts';
import { CAPTURED_IN_RANGE, rangeValues } from './queries.ts';

export interface SourceCountRow {
  source: string;
  relation: 'new' | 'returning';
  leads: number;
  qualified: number;
  booked: number;
  sold: number;
}

/** As the funnel counts: see funnel-queries.ts. */
const counts = statement(
  'report_sources',
  `select l.source, l.relation, count(*) as leads, count(l.qualified_at) as qualified,
          count(*) filter (where later.booked) as booked, count(*) filter (where later.sold) as sold
   from leads l
   cross join lateral (
     select bool_or(e.type = 'appointment.booked') as booked, bool_or(e.type = 'job.created') as sold
     from events e
     where e.organization_id = $1 and e.lifecycle_number = l.lifecycle_number
   ) as later
   where ${CAPTURED_IN_RANGE}
   group by l.source, l.relation`,
);

export function countSources(tx: Tx, range: DateRange): Promise<SourceCountRow[]> {
  return tx.query(counts, rangeValues(tx, range, null));
}

export interface SourceRevenueRow {
  source: string;
  relation: 'new' | 'returning';
  currency: string;
  revenue: number;
}

/** What was paid under the numbers of these leads so far: a refund is a payment below zero, so `paid` is without it. */
const revenue = statement(
  'report_revenue_of_sources',
  `select l.source, l.relation, i.currency, sum(i.paid)::bigint as revenue
   from leads l
   cross join lateral (
     select currency, paid from invoices
     where organization_id = $1 and lifecycle_number = l.lifecycle_number and status <> 'void' and paid <> 0
   ) as i
   where ${CAPTURED_IN_RANGE}
   group by l.source, l.relation, i.currency`,
);

export function sumRevenueOfSources(tx: Tx, range: DateRange): Promise<SourceRevenueRow[]> {
  return tx.query(revenue, rangeValues(tx, range, null));
}
