import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { COLUMNS, findToday, type InvoiceRow, toInvoice } from './queries.ts';
import type { Invoice } from './schemas.ts';

const selectNewest = statement(
  'list_newest_invoices',
  `select i.* from unnest($2::text[]) as wanted (number)
   cross join lateral (
     select ${COLUMNS} from invoices
     where organization_id = $1 and lifecycle_number = wanted.number
     order by invoice_id desc limit 20
   ) as i
   order by invoice_id desc limit 20`,
);

/** The newest twenty of several lifecycle numbers that are one. */
export async function newestInvoices(
  tx: Tx,
  lifecycleNumbers: readonly string[],
): Promise<Invoice[]> {
  const [rows, today] = await Promise.all([
    tx.query<InvoiceRow>(selectNewest, [tx.organizationId, lifecycleNumbers]),
    findToday(tx),
  ]);
  return rows.map((row) => toInvoice(row, today));
}
