import { type StoredConsent, toConsent } from '../../domain/consent.ts';
import { type Contact, prepare } from '../../domain/dedup/contact.ts';
import { storedKeys } from '../../domain/dedup/keys.ts';
import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import { hadBefore, joinFound, type Search, searchKeys, searchText } from '../../domain/search.ts';
import { foundRow, rowFinder } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { LAST_UUID } from '../../platform/paging.ts';
import { addContactKeys } from '../leads/index.ts';
import type { ContactPoint, Customer } from './schemas.ts';

export interface CustomerRow {
  customer_id: string;
  lifecycle_number: string;
  lead_id: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  language: Language | null;
  consent: StoredConsent;
  do_not_contact: boolean;
  merged_into: string | null;
  lifecycle_numbers: string[];
  contact_points: StoredContactPoint[];
  created_at: Date;
  updated_at: Date;
}

/** A phone number or mailbox of a customer, as JSON. */
export interface StoredContactPoint {
  kind: 'phone' | 'email';
  value: string;
  valid_until: string | null;
}

const customers = table<CustomerRow>(
  'customers',
  {
    customer_id: 'key',
    lifecycle_number: 'fixed',
    lead_id: 'fixed',
    name: 'value',
    phone: 'value',
    email: 'value',
    address: 'value',
    language: 'value',
    consent: 'json',
    do_not_contact: 'value',
    merged_into: 'value',
    lifecycle_numbers: { sql: 'lifecycle_numbers_of(organization_id, customer_id)' },
    contact_points: { sql: 'contact_points_of(organization_id, customer_id)' },
    created_at: 'fixed',
    updated_at: 'value',
  },
  { search_text: searchText },
);
const COLUMNS = customers.columns;

export function toCustomer(row: CustomerRow): Customer {
  return {
    customer_id: toPublicId('customer', row.customer_id),
    lifecycle_number: row.lifecycle_number,
    lead_id: toPublicId('lead', row.lead_id),
    name: row.name,
    phone: row.phone,
    email: row.email,
    address: row.address,
    language: row.language,
    consent: toConsent(row.consent),
    do_not_contact: row.do_not_contact,
    merged_into: toPublicIdOrNull('customer', row.merged_into),
    lifecycle_numbers: row.lifecycle_numbers,
    contact_points: row.contact_points.map(toContactPoint),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function toContactPoint({ kind, value, valid_until }: StoredContactPoint): ContactPoint {
  return { kind, value, valid_until: valid_until && new Date(valid_until).toISOString() };
}

export function insertCustomer(tx: Tx, row: CustomerRow): void {
  customers.insert(tx, row);
  addKeys(tx, row);
}

/** The keys that later leads of the person and searches find the customer by. Keys of earlier details stay. */
function addKeys(tx: Tx, row: CustomerRow): void {
  addContactKeys(tx, row.customer_id, customerKeys(row));
}

export function customerKeys(customer: Contact): bigint[] {
  return [...storedKeys(prepare(customer)), ...searchKeys(customer, 'customer')];
}

export const { find: findCustomer, lock: lockCustomer } = customers.byKey('customer');

export function saveCustomer(tx: Tx, row: CustomerRow): void {
  customers.update(tx, row);
  addKeys(tx, row);
}

const selectCustomers = statement(
  'list_customers',
  `select ${COLUMNS} from customers
   where organization_id = $1 and merged_into is null
     and customer_id < $2
   order by customer_id desc limit $3`,
);

/** Works like search_leads. */
const searchCustomers = statement(
  'search_customers',
  `select c.* from contact_keys k
   cross join lateral (
     select ${COLUMNS} from customers c
     where c.organization_id = $1 and c.customer_id = k.contact_id and c.merged_into is null
       and (c.search_text like all ($5) or ${hadBefore('c.customer_id', '$5')}
            or exists (select from leads l
              where l.organization_id = $1 and l.customer_id = c.customer_id and l.search_text like all ($5)))
     limit 1
   ) as c
   where k.organization_id = $1 and k.key = $4
     and k.contact_id < $2
   order by k.contact_id desc limit $3`,
);

const searchCustomersByNumber = statement(
  'search_customers_by_number',
  `select c.* from unnest($4::text[]) as typed (number)
   cross join lateral (
     select ${COLUMNS} from customers c
     where c.organization_id = $1 and c.lifecycle_number = typed.number
       and c.customer_id < $2 and c.merged_into is null
     limit 1
   ) as c limit $3`,
);

/** Works like search_leads_by_phone. */
const searchCustomersByPhone = statement(
  'search_customers_by_phone',
  `select c.* from customers k
   cross join lateral (
     select ${COLUMNS} from customers c
     where c.organization_id = $1 and c.customer_id = k.customer_id limit 1
   ) as c
   where k.organization_id = $1 and k.merged_into is null and k.phone like any ($4) and k.customer_id < $2
   order by k.customer_id desc limit $3`,
);

export function listCustomerRows(
  tx: Tx,
  search: Search | null,
  before: string | null,
  limit: number,
): Promise<CustomerRow[]> {
  const values = [tx.organizationId, before ?? LAST_UUID, limit];
  if (search === null) return tx.query<CustomerRow>(selectCustomers, values);
  return joinFound<CustomerRow>(search, limit, (row) => row.customer_id, {
    byKey: (key, patterns) => tx.query(searchCustomers, [...values, key, patterns]),
    byNumbers: (numbers) => tx.query(searchCustomersByNumber, [...values, numbers]),
    byPhone: (phones) => tx.query(searchCustomersByPhone, [...values, phones]),
  });
}

const selectStanding = statement(
  'select_standing_customer',
  `select ${COLUMNS} from customers
   where organization_id = $1 and customer_id = (select standing_customer($1, $2))`,
);

/** The customer, or the one that it was merged into. */
export const findStandingCustomer = rowFinder<CustomerRow>(selectStanding, 'customer');

const selectLeadOfCustomer = statement(
  'select_lead_of_customer',
  `select lead_id from customers
   where organization_id = $1 and customer_id = (select standing_customer($1, $2))`,
);

const selectLeadsOfPerson = statement(
  'select_leads_of_customer_and_merged',
  `select l.lead_id from customers c
   join leads l on l.organization_id = c.organization_id and l.customer_id = c.customer_id
   where c.organization_id = $1 and (c.customer_id = $2 or c.merged_into = $2)
   order by l.lead_id`,
);

/** All leads of a customer, and of those that were merged into it. */
export async function findLeadsOfPerson(tx: Tx, customerId: string): Promise<string[]> {
  const values = [tx.organizationId, customerId];
  const rows = await tx.query<{ lead_id: string }>(selectLeadsOfPerson, values);
  return rows.map(({ lead_id }) => lead_id);
}

/** Pass null when the id sent is not a customer id; the result is then 404. */
export async function findLeadOfCustomer(tx: Tx, customerId: string | null): Promise<string> {
  const rows = tx.query<{ lead_id: string }>(selectLeadOfCustomer, [tx.organizationId, customerId]);
  return (await foundRow(rows, 'customer')).lead_id;
}
