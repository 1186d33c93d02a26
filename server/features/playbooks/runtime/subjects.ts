import { type IdPrefix, toUuid } from '../../../domain/ids.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { findAppointment } from '../../calendar/index.ts';
import { findStandingCustomer } from '../../customers/index.ts';
import { findInvoice } from '../../invoices/index.ts';
import { findJob } from '../../jobs/index.ts';
import { findLead, findLeadOfLifecycle, type LeadRow } from '../../leads/index.ts';
import type { RunPlaybookBody } from '../run-body-schemas.ts';
import { NO_SUBJECT, type Subject } from './new-run.ts';
import { TARGETS } from './run.ts';

/** The subject of a run: the requested resource, and the lead that it belongs to; nothing if none was requested. */
export async function findSubject(tx: Tx, body: RunPlaybookBody): Promise<Subject> {
  if (TARGETS.every((name) => body[name] === undefined)) return NO_SUBJECT;
  const { lead, ...rest } = await findResource(tx, body);
  // What can be done with a customer does not depend on its leads.
  if (lead.deleted_at !== null && lead.customer_id === null) {
    throw conflict(
      'lead_deleted',
      'This lead is deleted. Restore it first with POST /v1/leads/{id}/restore.',
    );
  }
  return {
    ...NO_SUBJECT,
    lifecycle_number: lead.lifecycle_number,
    lead_id: lead.lead_id,
    customer_id: lead.customer_id,
    ...rest,
  };
}

type RunSubject = { lead: LeadRow } & Partial<Omit<Subject, 'lifecycle_number' | 'lead_id'>>;

async function findResource(tx: Tx, body: RunPlaybookBody): Promise<RunSubject> {
  if (body.lead_id !== undefined) return { lead: await findLead(tx, uuidOf('lead', body.lead_id)) };
  if (body.lifecycle_number !== undefined) {
    return { lead: await findLeadOfLifecycle(tx, body.lifecycle_number) };
  }
  if (body.customer_id !== undefined) {
    const { customer_id, lead_id } = await findStandingCustomer(
      tx,
      uuidOf('customer', body.customer_id),
    );
    return { lead: await findLead(tx, lead_id), customer_id };
  }
  if (body.job_id !== undefined) return ofJob(tx, uuidOf('job', body.job_id));
  if (body.appointment_id !== undefined) {
    const row = await findAppointment(tx, uuidOf('appointment', body.appointment_id));
    const { appointment_id, job_id, lead_id } = row;
    return { lead: await findLead(tx, lead_id), job_id, appointment_id };
  }
  const { invoice_id, job_id } = await findInvoice(tx, uuidOf('invoice', body.invoice_id ?? ''));
  return { ...(await ofJob(tx, job_id)), invoice_id };
}

async function ofJob(tx: Tx, jobId: string): Promise<RunSubject> {
  const { job_id, lead_id, customer_id } = await findJob(tx, jobId);
  return { lead: await findLead(tx, lead_id), job_id, customer_id };
}

/** A malformed id, or an id of another type, is not found. */
function uuidOf(prefix: IdPrefix, publicId: string): string {
  const uuid = toUuid(prefix, publicId);
  if (uuid === null) throw notFound(prefix);
  return uuid;
}
