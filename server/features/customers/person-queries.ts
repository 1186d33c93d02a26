import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';

/** A lead of a person, and the customer that it belongs to. */
export interface PersonLead {
  lead_id: string;
  customer_id: string | null;
}

const lockLeadsOfPerson = statement('lock_person', 'select * from lock_person($1, $2)');

/** All leads of the same person, locked. None if the lead does not exist. */
export function lockPerson(tx: Tx, leadId: string | null): Promise<PersonLead[]> {
  return tx.query<PersonLead>(lockLeadsOfPerson, [tx.organizationId, leadId]);
}

const selectFounded = statement(
  'select_founded_customer',
  'select customer_id from customers where organization_id = $1 and lead_id = $2',
);

/** The customer that was created by converting this lead. */
export async function findFoundedCustomer(tx: Tx, leadId: string): Promise<string | null> {
  const values = [tx.organizationId, leadId];
  const [row] = await tx.query<{ customer_id: string }>(selectFounded, values);
  return row?.customer_id ?? null;
}

const selectHasJobs = statement(
  'select_lead_has_jobs',
  'select exists (select from jobs where organization_id = $1 and lifecycle_number = $2) as has_jobs',
);

export async function hasJobs(tx: Tx, lifecycleNumber: string): Promise<boolean> {
  const values = [tx.organizationId, lifecycleNumber];
  const [row] = await tx.query<{ has_jobs: boolean }>(selectHasJobs, values);
  return row?.has_jobs ?? false;
}
