import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { boundsOf, type DateRange, type Period, startsOf } from './date-range.ts';

export interface RevenueRow {
  /** Number of the period, from 1. */
  period: number;
  currency: string;
  /** The source, or the id of the user; null for none, and if the report is by neither. */
  key: string | null;
  invoiced: number;
  outstanding: number;
  paid: number;
  refunded: number;
}

/**
 * Invoices by the time they were sent, and payments by the time they were received, each from its range of an index. The
 * currency of a payment is that of its invoice. What is void was never owed, and has no payments left.
 */
const revenueBy = (name: string, key: string, join = '') =>
  statement(
    name,
    `select period, currency, key, sum(invoiced)::bigint as invoiced, sum(outstanding)::bigint as outstanding,
          sum(paid)::bigint as paid, sum(refunded)::bigint as refunded
   from (
     select width_bucket(i.sent_at, $4::timestamptz[]) as period, i.currency, ${key} as key, i.total as invoiced,
            i.total - i.paid as outstanding, 0::bigint as paid, 0::bigint as refunded
     from invoices i ${join}
     where i.organization_id = $1 and i.sent_at >= $2 and i.sent_at < $3 and i.status <> 'void'
     union all
     select width_bucket(p.paid_at, $4::timestamptz[]), i.currency, ${key}, 0, 0,
            greatest(p.amount, 0), greatest(-p.amount, 0)
     from invoice_payments p
     cross join lateral (
       select * from invoices i where i.organization_id = $1 and i.invoice_id = p.invoice_id limit 1
     ) as i ${join}
     where p.organization_id = $1 and p.paid_at >= $2 and p.paid_at < $3
   ) as entry
   group by period, currency, key
   order by period, currency, key collate "C"`,
  );

const STATEMENTS = {
  nothing: revenueBy('report_revenue', 'null::text'),
  source: revenueBy(
    'report_revenue_by_source',
    'l.source',
    `cross join lateral (
       select source from leads where organization_id = $1 and lifecycle_number = i.lifecycle_number limit 1
     ) as l`,
  ),
  assignee: revenueBy(
    'report_revenue_by_assignee',
    'j.assigned_to::text',
    `cross join lateral (
       select assigned_to from jobs where organization_id = $1 and job_id = i.job_id limit 1
     ) as j`,
  ),
};

export type RevenueBy = Exclude<keyof typeof STATEMENTS, 'nothing'>;

export function sumRevenue(
  tx: Tx,
  by: RevenueBy | null,
  range: DateRange,
  periods: readonly Period[],
): Promise<RevenueRow[]> {
  const { start, end } = boundsOf(range);
  const starts = startsOf(periods, range.timeZone);
  return tx.query(STATEMENTS[by ?? 'nothing'], [tx.organizationId, start, end, starts]);
}
