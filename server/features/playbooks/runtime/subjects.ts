import { type IdPrefix, toUuid } from '../../../domain/ids.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { findAppointment } from '../../calendar/index.ts';
import { findCustomer } from '../../customers/index.ts';
import { findInvoice } from '../../invoices/index.ts';
import { findJob } from '../../jobs/index.ts';
import { findLead, findLeadOfLifecycle, type LeadRow } from '../../leads/index.ts';
import type { RunPlaybookBody } from '../run-bodies.ts';
import type { Subject } from './new-run.ts';

/** What a run is to be about: the thing that was named, and the lead that it belongs to. */
export async function findSubject(tx: Tx, body: RunPlaybookBody): Promise<Subject> {
  const named = await findNamed(tx, body);
  const { lead, ...rest } = named;
  if (lead.deleted_at !== null) {
    throw conflict(
      'lead_deleted',
      'This lead is deleted. Bring it back with POST /v1/leads/{id}/restore first.',
    );
  }
  return {
    lifecycle_number: lead.lifecycle_number,
    lead_id: lead.lead_id,
    customer_id: lead.customer_id,
    job_id: null,
    appointment_id: null,
    invoice_id: null,
    ...rest,
  };
}

type Named = { lead: LeadRow } & Partial<Omit<Subject, 'lifecycle_number' | 'lead_id'>>;

async function findNamed(tx: Tx, body: RunPlaybookBody): Promise<Named> {
  if (body.lead_id !== undefined) return { lead: await findLead(tx, known('lead', body.lead_id)) };
  if (body.lifecycle_number !== undefined) {
    return { lead: await findLeadOfLifecycle(tx, body.lifecycle_number) };
  }
  if (body.customer_id !== undefined) {
    const { customer_id, lead_id } = await findCustomer(tx, known('customer', body.customer_id));
    return { lead: await findLead(tx, lead_id), customer_id };
  }
  if (body.job_id !== undefined) return ofJob(tx, known('job', body.job_id));
  if (body.appointment_id !== undefined) {
    const row = await findAppointment(tx, known('appointment', body.appointment_id));
    const { appointment_id, job_id, lead_id } = row;
    return { lead: await findLead(tx, lead_id), job_id, appointment_id };
  }
  const { invoice_id, job_id } = await findInvoice(tx, known('invoice', body.invoice_id ?? ''));
  return { ...(await ofJob(tx, job_id)), invoice_id };
}

async function ofJob(tx: Tx, jobId: string): Promise<Named> {
  const { job_id, lead_id, customer_id } = await findJob(tx, jobId);
  return { lead: await findLead(tx, lead_id), job_id, customer_id };
}

/** An id of another kind, or no id at all, is simply not there. */
function known(kind: IdPrefix, publicId: string): string {
  const uuid = toUuid(kind, publicId);
  if (uuid === null) throw notFound(kind);
  return uuid;
}
