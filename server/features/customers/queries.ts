import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { toPublicId } from '../../platform/ids.ts';
import type { Customer } from './schemas.ts';

export interface CustomerRow {
  customer_id: string;
  lifecycle_number: string;
  lead_id: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS =
  'customer_id, lifecycle_number, lead_id, name, phone, email, address, created_at, updated_at';

export function toCustomer(row: CustomerRow): Customer {
  return {
    customer_id: toPublicId('customer', row.customer_id),
    lifecycle_number: row.lifecycle_number,
    lead_id: toPublicId('lead', row.lead_id),
    name: row.name,
    phone: row.phone,
    email: row.email,
    address: row.address,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const insertCustomerRow = statement(
  'insert_customer',
  `insert into customers (organization_id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

export function insertCustomer(tx: Tx, row: CustomerRow): void {
  tx.query(insertCustomerRow, [
    tx.organizationId,
    row.customer_id,
    row.lifecycle_number,
    row.lead_id,
    row.name,
    row.phone,
    row.email,
    row.address,
    row.created_at,
    row.updated_at,
  ]);
}

const selectCustomer = statement(
  'select_customer',
  `select ${COLUMNS} from customers where organization_id = $1 and customer_id = $2`,
);
const selectCustomerForUpdate = statement(
  'select_customer_for_update',
  `${selectCustomer.text} for no key update`,
);

export async function findCustomer(tx: Tx, customerId: string): Promise<CustomerRow> {
  const [row] = await tx.query<CustomerRow>(selectCustomer, [tx.organizationId, customerId]);
  if (!row) throw notFound('customer');
  return row;
}

export async function lockCustomer(tx: Tx, customerId: string): Promise<CustomerRow> {
  const [row] = await tx.query<CustomerRow>(selectCustomerForUpdate, [
    tx.organizationId,
    customerId,
  ]);
  if (!row) throw notFound('customer');
  return row;
}

const updateCustomerRow = statement(
  'update_customer',
  `update customers set name = $3, phone = $4, email = $5, address = $6, updated_at = $7
   where organization_id = $1 and customer_id = $2`,
);

export function saveCustomer(tx: Tx, row: CustomerRow): void {
  tx.query(updateCustomerRow, [
    tx.organizationId,
    row.customer_id,
    row.name,
    row.phone,
    row.email,
    row.address,
    row.updated_at,
  ]);
}

const selectCustomers = statement(
  'list_customers',
  `select ${COLUMNS} from customers
   where organization_id = $1
     and customer_id < coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
   order by customer_id desc limit $3`,
);

export function listCustomerRows(
  tx: Tx,
  before: string | null,
  limit: number,
): Promise<CustomerRow[]> {
  return tx.query<CustomerRow>(selectCustomers, [tx.organizationId, before, limit]);
}
