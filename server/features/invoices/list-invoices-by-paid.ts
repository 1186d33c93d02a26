import type { Tx } from '../../platform/database/transaction.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import { type SentFilters, sentConditionsOf, statementsOf } from './invoice-conditions.ts';
import { COLUMNS, type InvoiceRow } from './queries.ts';

/** From the first moment to before the last; null without a limit. */
export interface PaidBetween {
  from: Date | null;
  to: Date | null;
}

/**
 * Reads the payments of the time from their index, which has the ids of the invoices, and looks up a page of these. With
 * the order of that index the planner does not choose that of the key, which would read the payments of all times.
 */
const statementFor = statementsOf(
  'list_invoices_by_paid',
  6,
  (conditions) => `select i.* from (
     select distinct p.invoice_id from (
       select invoice_id from invoice_payments
       where organization_id = $1 and paid_at >= $2 and paid_at < $3 and amount > 0
       order by paid_at offset 0
     ) as p
     where p.invoice_id < $4
     order by p.invoice_id desc
   ) as paid
   cross join lateral (
     select ${COLUMNS} from invoices i
     where i.organization_id = $1 and i.invoice_id = paid.invoice_id ${conditions}
     limit 1
   ) as i
   order by paid.invoice_id desc limit $5`,
);

/** The invoices with a payment in this time that match the filters, newest first. A refund is no payment. */
export function listInvoiceRowsByPaid(
  tx: Tx,
  filters: SentFilters,
  { from, to }: PaidBetween,
  today: string,
  before: string | null,
  limit: number,
): Promise<InvoiceRow[]> {
  const conditions = sentConditionsOf(filters, today);
  return tx.query(statementFor(conditions), [
    tx.organizationId,
    from ?? '-infinity',
    to ?? 'infinity',
    before ?? LAST_UUID,
    limit,
    ...conditions.map(({ value }) => value),
  ]);
}
