import { toUuid } from '../../domain/ids.ts';
import { knownId } from '../../domain/known-id.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { findStandingCustomer } from '../customers/index.ts';
import { findLeadOfLifecycle } from '../leads/index.ts';
import type { BookAppointmentBody } from './booking-schemas.ts';

/** Who a visit is for: a lead, and the job it belongs to, if any. */
export interface VisitTarget {
  leadId: string;
  jobId: string | null;
  /** Of the job; null without one. */
  service: string | null;
  /** A deleted or merged lead cannot be visited; its customer and its jobs can. */
  isOfCustomer: boolean;
  /** Of the job, if it names one. */
  propertyId?: string | null;
}

/**
 * Locks a job so that it stays open until the transaction ends, and returns its lead. Refuses a job that is
 * over. Jobs are above the calendar, so they pass this function in.
 */
export type LockOpenJob = (
  tx: Tx,
  jobId: string,
) => Promise<{
  job_id: string;
  lead_id: string;
  service: string | null;
  property_id: string | null;
}>;

/** Finds the lead and job that the body names. */
export async function findVisitTarget(
  tx: Tx,
  { lead_id, customer_id, job_id, lifecycle_number }: BookAppointmentBody,
  lockOpenJob: LockOpenJob,
): Promise<VisitTarget> {
  if (job_id !== undefined) {
    const job = await lockOpenJob(tx, knownId('job', job_id));
    const { job_id: jobId, lead_id: leadId, service, property_id: propertyId } = job;
    return { leadId, jobId, service, isOfCustomer: true, propertyId };
  }
  if (lifecycle_number !== undefined) {
    const lead = await findLeadOfLifecycle(tx, lifecycle_number);
    return { leadId: lead.lead_id, jobId: null, service: null, isOfCustomer: false };
  }
  if (customer_id !== undefined) {
    const customer = await findStandingCustomer(tx, knownId('customer', customer_id));
    return { leadId: customer.lead_id, jobId: null, service: null, isOfCustomer: true };
  }
  return {
    leadId: knownId('lead', lead_id ?? ''),
    jobId: null,
    service: null,
    isOfCustomer: false,
  };
}

const selectDefaultService = statement(
  'select_default_service',
  `select s.code from services s
   where s.organization_id = $1 and s.active and s.code = coalesce(
     (select service from jobs where organization_id = $1 and job_id = $2),
     (select service_needed from leads where organization_id = $1 and lead_id = $3),
     (select service_needed from leads where organization_id = $1 and lifecycle_number = $4))`,
);

/**
 * A booking that names no service is for that of its job or its lead, if that is defined: it has its length, skills, buffer
 * and crew. What a customer once asked for says nothing about a visit that is booked by the customer's id.
 */
export async function withDefaultService<Named extends BookAppointmentBody>(
  tx: Tx,
  booking: Named,
): Promise<Named> {
  const { service, job_id, lead_id, lifecycle_number } = booking;
  if (service !== undefined || (job_id ?? lead_id ?? lifecycle_number) === undefined)
    return booking;
  const [found] = await tx.query<{ code: string }>(selectDefaultService, [
    tx.organizationId,
    toUuid('job', job_id ?? ''),
    toUuid('lead', lead_id ?? ''),
    lifecycle_number ?? null,
  ]);
  return found === undefined ? booking : { ...booking, service: found.code };
}

const selectService = statement(
  'select_service_of_target',
  `select coalesce(
     (select service from jobs where organization_id = $1 and job_id = $2),
     (select service_needed from leads where organization_id = $1 and lead_id = $3),
     (select service_needed from leads where organization_id = $1 and lifecycle_number = $4),
     (select l.service_needed from customers c join leads l on l.organization_id = $1 and l.lead_id = c.lead_id
      where c.organization_id = $1 and c.customer_id = $5)) as service
   from organizations where organization_id = $1`,
);

/** The service that a visit is for if its booking names none. */
export async function findServiceOfTarget(
  tx: Tx,
  { lead_id, customer_id, job_id, lifecycle_number }: BookAppointmentBody,
): Promise<string | null> {
  const [found] = await tx.query<{ service: string | null }>(selectService, [
    tx.organizationId,
    toUuid('job', job_id ?? ''),
    toUuid('lead', lead_id ?? ''),
    lifecycle_number ?? null,
    toUuid('customer', customer_id ?? ''),
  ]);
  return found?.service ?? null;
}
