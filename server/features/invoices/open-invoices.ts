import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';

const selectOpen = statement(
  'select_open_invoices_of_lifecycles',
  `select number from invoices
   where organization_id = $1 and lifecycle_number = any ($2) and status in ('draft', 'sent', 'partially_paid')
   order by invoice_id`,
);

/** Numbers of the invoices of these lifecycles that are neither paid nor void. */
export async function openInvoiceNumbers(
  tx: Tx,
  lifecycleNumbers: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ number: string }>(selectOpen, [
    tx.organizationId,
    lifecycleNumbers,
  ]);
  return rows.map(({ number }) => number);
}
