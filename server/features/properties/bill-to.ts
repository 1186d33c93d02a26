import { toUuid } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notUsable } from './same-person.ts';

const selectCustomer = statement(
  'select_customer_to_bill',
  'select customer_id from customers where organization_id = $1 and customer_id = (select standing_customer($1, $2))',
);

/** The customer who pays, such as a landlord; null if it is the person whose place it is. */
export async function readBillTo(
  tx: Tx,
  publicId: string | null | undefined,
): Promise<string | null> {
  if (publicId === null || publicId === undefined || publicId === '') return null;
  const values = [tx.organizationId, toUuid('customer', publicId)];
  const [found] = await tx.query<{ customer_id: string }>(selectCustomer, values);
  if (found === undefined) throw notUsable('bill_to_customer_id', 'unknown_customer', 'customer');
  return found.customer_id;
}
