import { knownId } from '../../domain/known-id.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { findStandingCustomer } from '../customers/index.ts';
import { findLeadOfLifecycle } from '../leads/index.ts';
import type { BookAppointmentBody } from './booking-schemas.ts';

/** Who a visit is for: a lead, and the job it belongs to, if any. */
export interface VisitTarget {
  leadId: string;
  jobId: string | null;
  /** A deleted or merged lead cannot be visited; its customer and its jobs can. */
  isOfCustomer: boolean;
}

/**
 * Locks a job so that it stays open until the transaction ends, and returns its lead. Refuses a job that is
 * over. Jobs are above the calendar, so they pass this function in.
 */
export type LockOpenJob = (tx: Tx, jobId: string) => Promise<{ job_id: string; lead_id: string }>;

/** Finds the lead and job that the body names. */
export async function findVisitTarget(
  tx: Tx,
  { lead_id, customer_id, job_id, lifecycle_number }: BookAppointmentBody,
  lockOpenJob: LockOpenJob,
): Promise<VisitTarget> {
  if (job_id !== undefined) {
    const job = await lockOpenJob(tx, knownId('job', job_id));
    return { leadId: job.lead_id, jobId: job.job_id, isOfCustomer: true };
  }
  if (lifecycle_number !== undefined) {
    const lead = await findLeadOfLifecycle(tx, lifecycle_number);
    return { leadId: lead.lead_id, jobId: null, isOfCustomer: false };
  }
  if (customer_id !== undefined) {
    const customer = await findStandingCustomer(tx, knownId('customer', customer_id));
    return { leadId: customer.lead_id, jobId: null, isOfCustomer: true };
  }
  return { leadId: knownId('lead', lead_id ?? ''), jobId: null, isOfCustomer: false };
}
