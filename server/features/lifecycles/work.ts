import type { Tx } from '../../platform/database/transaction.ts';
import { newestAppointments } from '../calendar/index.ts';
import { newestFollowUps } from '../follow-ups/index.ts';
import { newestInvoices } from '../invoices/index.ts';
import { newestJobs } from '../jobs/index.ts';
import type { LifecycleMember } from '../leads/index.ts';

/** The newest jobs, appointments, invoices and follow-ups under merged lifecycle numbers. */
export async function readWork(tx: Tx, members: readonly LifecycleMember[]) {
  const numbers = numbersOf(members);
  const leadIds = members.map(({ lead_id }) => lead_id);
  const [jobs, appointments, invoices, follow_ups] = await Promise.all([
    newestJobs(tx, numbers),
    newestAppointments(tx, numbers),
    newestInvoices(tx, numbers),
    newestFollowUps(tx, leadIds),
  ]);
  return { jobs, appointments, invoices, follow_ups };
}

export function numbersOf(members: readonly LifecycleMember[]): string[] {
  return members.map(({ lifecycle_number }) => lifecycle_number);
}
