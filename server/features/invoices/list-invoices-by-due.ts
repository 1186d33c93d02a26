import type { Tx } from '../../platform/database/transaction.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import { readCursor } from '../../platform/paging.ts';
import { STATUSES } from './invoice.ts';
import { conditionsOf, statementsOf } from './invoice-conditions.ts';
import type { InvoiceFilters } from './list-invoices-query.ts';
import { COLUMNS, type InvoiceRow } from './queries.ts';

/** Where a list by due date continues. The day is counted from 1970, so that any number in a cursor is a day. */
export interface DuePosition {
  day: number;
  invoiceId: string;
}

const DAY_MS = 86_400_000;
const POSITION = /^(-?\d{1,6}|[1-4]\d{6}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function readDuePosition(cursor: string | undefined): DuePosition | null {
  const [, day, invoiceId] = readCursor(cursor, POSITION) ?? [];
  return invoiceId === undefined ? null : { day: Number(day), invoiceId };
}

export function duePosition({ due_on, invoice_id }: InvoiceRow): string {
  return `${Date.parse(due_on) / DAY_MS} ${invoice_id}`;
}

/** Reads at most one page of each status from its range of the index, and merges them. Only the conditions in use. */
const statementFor = statementsOf(
  'list_invoices_by_due',
  6,
  (conditions) => `select i.* from unnest($5::text[]) as wanted (status)
   cross join lateral (
     select ${COLUMNS} from invoices i
     where i.organization_id = $1 and i.status = wanted.status
       and (i.due_on, i.invoice_id) > ('1970-01-01'::date + $2::integer, $3::uuid)
       ${conditions}
     order by i.due_on, i.invoice_id limit $4
   ) as i
   order by i.due_on, i.invoice_id limit $4`,
);

/** The invoices that match the filters, those that are due first at the top, after the given position. */
export function listInvoiceRowsByDue(
  tx: Tx,
  filters: InvoiceFilters,
  today: string,
  after: DuePosition | null,
  limit: number,
): Promise<InvoiceRow[]> {
  const conditions = conditionsOf(filters, today);
  const { day, invoiceId } = after ?? FIRST;
  return tx.query(statementFor(conditions), [
    tx.organizationId,
    day,
    invoiceId,
    limit,
    filters.statuses ?? STATUSES,
    ...conditions.map(({ value }) => value),
  ]);
}

/** Before every invoice. */
const FIRST: DuePosition = { day: -999_999, invoiceId: NIL_UUID };
