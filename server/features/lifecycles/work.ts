import type { Tx } from '../../platform/database/transaction.ts';
import { fitting } from '../../platform/paging.ts';
import { newestAppointments } from '../calendar/index.ts';
import { newestEstimates } from '../estimates/index.ts';
import { newestFollowUps } from '../follow-ups/index.ts';
import { newestInvoices } from '../invoices/index.ts';
import { newestJobs } from '../jobs/index.ts';
import type { LifecycleMember } from '../leads/index.ts';

/** The newest jobs, appointments, estimates, invoices and follow-ups under merged lifecycle numbers. */
export async function readWork(tx: Tx, members: readonly LifecycleMember[]) {
  const numbers = numbersOf(members);
  const leadIds = members.map(({ lead_id }) => lead_id);
  const [jobs, appointments, estimates, invoices, follow_ups] = await Promise.all([
    newestJobs(tx, numbers),
    newestAppointments(tx, numbers),
    newestEstimates(tx, numbers),
    newestInvoices(tx, numbers),
    newestFollowUps(tx, leadIds),
  ]);
  return {
    jobs: fittingPart(jobs),
    appointments: fittingPart(appointments),
    estimates: fittingPart(estimates),
    invoices: fittingPart(invoices),
    follow_ups: fittingPart(follow_ups),
  };
}

/** In characters. Twenty transcripts would be 12 MB, which the service writes in 100 ms. */
const MAX_PART_SIZE = 250_000;

/** Very long ones are fewer than twenty. Their own lists show them all. */
export function fittingPart<Item>(items: readonly Item[]): Item[] {
  return fitting(items, (item) => item, MAX_PART_SIZE);
}

export function numbersOf(members: readonly LifecycleMember[]): string[] {
  return members.map(({ lifecycle_number }) => lifecycle_number);
}
