import { searchKeys } from '../../domain/search.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { addContactKeys } from '../leads/index.ts';

/** The search keys of a job: the words of its title, and all search keys of its customer. */

interface Contact {
  name: string | null;
  phone: string | null;
  email: string | null;
}

export function addJobKeys(
  tx: Tx,
  job: { job_id: string; title: string },
  { name, phone, email }: Contact,
): void {
  addContactKeys(tx, job.job_id, searchKeys({ name, phone, email, title: job.title }, 'job'));
}

const selectTitles = statement(
  'select_titles_of_jobs',
  'select job_id, title from jobs where organization_id = $1 and customer_id = $2',
);

/** Called when a customer changes, so that its jobs are found by the new details. */
export async function indexJobsOfCustomer(
  tx: Tx,
  customer: Contact & { customer_id: string },
): Promise<void> {
  const jobs = await tx.query<{ job_id: string; title: string }>(selectTitles, [
    tx.organizationId,
    customer.customer_id,
  ]);
  for (const job of jobs) addJobKeys(tx, job, customer);
}
