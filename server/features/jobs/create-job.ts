import { toUuid } from '../../domain/ids.ts';
import { knownId } from '../../domain/known-id.ts';
import { oneOfErrors } from '../../domain/one-of.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FieldError } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { type CustomerRow, convert, findStandingCustomer } from '../customers/index.ts';
import { readPlaceOf } from '../equipment/index.ts';
import { type LeadRow, lockLead, win } from '../leads/index.ts';
import { readAssignee } from '../organizations/index.ts';
import {
  type ContractColumns,
  contractColumns,
  contractErrors,
  type SignedColumns,
} from './contract.ts';
import { jobCreated } from './events.ts';
import { addJobKeys } from './find-keys.ts';
import { CreateJobBody, DEFAULT_WARRANTY_MONTHS } from './job-bodies.ts';
import { type FullJob, type JobRow, jobs, toJob } from './job-row.ts';
import { findJob } from './queries.ts';
import { Job } from './schemas.ts';

export const createJob = mutation({
  id: 'createJob',
  method: 'POST',
  path: '/v1/jobs',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:write'],
  summary: 'Create a job',
  description:
    'Creates a job for a customer or for a qualified lead. The lead is converted to a customer in the same transaction. The job has the `lifecycle_number` of the lead, whose `outcome` becomes `won`; a job for a customer has the customer’s own number. A lead that is not qualified is refused with `lead_not_qualified`.',
  body: CreateJobBody,
  responses: creates(Job, 'The new job.'),
  problems: ['lead_deleted', 'lead_merged', 'lead_not_qualified', 'person_erased'],
  undo: 'cancelJob',
  check: (body) => ({ errors: [...customerErrors(body), ...contractErrors(body)] }),
  async run(tx, { body }) {
    const assignedTo = await readAssignee(tx, body.assigned_to);
    const { customer, lead } = await findBuyer(tx, body);
    const contract = await contractColumns(tx, body.contract);
    const place = await readPlaceOf(tx, body, lead.lead_id);
    const job = await sellJob(
      tx,
      { customer, lead },
      { ...NOT_SIGNED, ...contract },
      {
        title: body.title.trim(),
        service: body.service ?? null,
        warranty_months: body.warranty_months ?? DEFAULT_WARRANTY_MONTHS,
        assigned_to: assignedTo,
        ...place,
      },
    );
    return { status: 201, body: toJob(job) };
  },
});

const NOT_SIGNED = { contract_estimate_id: null, contract_document_hash: null };

/** What was sold, and where. */
type Sold = Pick<
  JobRow,
  'title' | 'service' | 'warranty_months' | 'assigned_to' | 'property_id' | 'equipment_id'
>;

/** Creates the job of a customer, for the request that it comes from, which is won by it. */
export async function sellJob(
  tx: Tx,
  { customer, lead }: Buyer,
  contract: ContractColumns & SignedColumns,
  sold: Sold,
): Promise<FullJob> {
  const row = newJob(tx, { customer, lead }, contract, sold);
  win(tx, lead);
  jobs.insert(tx, row);
  addJobKeys(tx, row, customer);
  const job = await findJob(tx, row.job_id);
  tx.emit(row.lifecycle_number, pendingEvent(jobCreated, toJob(job)));
  return job;
}

function customerErrors(body: Record<string, unknown>): FieldError[] {
  return oneOfErrors(body, ['customer_id', 'lead_id'], 'who the job is for');
}

/** Who buys the job, and the request that it comes from. */
export interface Buyer {
  customer: CustomerRow;
  lead: LeadRow;
}

/** Converts the lead if one is given. */
async function findBuyer(tx: Tx, body: CreateJobBody): Promise<Buyer> {
  if (body.lead_id === undefined) {
    const customer = await findStandingCustomer(tx, toUuid('customer', body.customer_id ?? ''));
    return { customer, lead: await lockLead(tx, customer.lead_id) };
  }
  return convert(tx, knownId('lead', body.lead_id));
}

function newJob(
  { now }: Tx,
  { customer, lead }: Buyer,
  contract: ContractColumns & SignedColumns,
  sold: Sold,
): JobRow {
  return {
    job_id: newUuid(),
    lifecycle_number: lead.lifecycle_number,
    lead_id: lead.lead_id,
    customer_id: customer.customer_id,
    ...sold,
    status: 'contracted',
    paused_status: null,
    ...contract,
    warranty_starts_on: null,
    warranty_ends_on: null,
    pause_reason: null,
    cancel_reason: null,
    scheduled_at: null,
    started_at: null,
    paused_at: null,
    resumed_at: null,
    completed_at: null,
    enrolled_at: null,
    closed_at: null,
    canceled_at: null,
    created_at: now,
    updated_at: now,
  };
}
