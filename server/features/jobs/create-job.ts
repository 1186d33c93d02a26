import { toUuid } from '../../domain/ids.ts';
import { searchText } from '../../domain/search.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, notFound } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { newUuid } from '../../platform/ids.ts';
import { type CustomerRow, convert, findCustomer } from '../customers/index.ts';
import { lockLivingLead } from '../leads/index.ts';
import { readAssignee } from '../organizations/index.ts';
import { jobCreated } from './events.ts';
import { addJobKeys } from './find-keys.ts';
import { contractColumns, contractErrors } from './job-fields.ts';
import { findJob, insertJob, type JobRow, toJob } from './queries.ts';
import { CreateJobBody, Job } from './schemas.ts';

const DEFAULT_WARRANTY_MONTHS = 12;

export const createJob = mutation({
  id: 'createJob',
  method: 'POST',
  path: '/v1/jobs',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:write'],
  summary: 'Make a job of what was sold',
  description:
    'Makes a job for a customer, or for a qualified lead, which is converted on the way: all of it or nothing. The job keeps the `lifecycle_number`. A lead that is not qualified is refused as `lead_not_qualified`.',
  body: CreateJobBody,
  answers: { 201: { description: 'The job.', body: Job } },
  check: (body) => ({ errors: [...targetErrors(body), ...contractErrors(body)] }),
  async run(tx, { body }) {
    const assigned_to = await readAssignee(tx, body.assigned_to);
    const customer = await customerOf(tx, body);
    const title = body.title.trim();
    const row: JobRow = {
      job_id: newUuid(),
      lifecycle_number: customer.lifecycle_number,
      lead_id: customer.lead_id,
      customer_id: customer.customer_id,
      title,
      service: body.service ?? null,
      status: 'contracted',
      held_status: null,
      ...contractColumns(body.contract),
      warranty_months: body.warranty_months ?? DEFAULT_WARRANTY_MONTHS,
      warranty_starts_on: null,
      warranty_ends_on: null,
      assigned_to,
      hold_reason: null,
      cancel_reason: null,
      scheduled_at: null,
      started_at: null,
      held_at: null,
      resumed_at: null,
      completed_at: null,
      enrolled_at: null,
      closed_at: null,
      canceled_at: null,
      search_text: searchText({ name: title, phone: null, email: null }),
      created_at: tx.now,
      updated_at: tx.now,
    };
    insertJob(tx, row);
    addJobKeys(tx, row, customer);
    const job = toJob(await findJob(tx, row.job_id));
    tx.emit(row.lifecycle_number, pendingEvent(jobCreated, job));
    return { status: 201, body: job };
  },
});

function targetErrors(body: Record<string, unknown>): FieldError[] {
  const given = ['customer_id', 'lead_id'].filter((name) => body[name] !== undefined);
  if (given.length === 1) return [];
  const code = given.length === 0 ? 'required' : 'not_allowed';
  const detail = 'Give either customer_id or lead_id: to whom it was sold.';
  return [{ pointer: '/customer_id', code, detail }];
}

async function customerOf(
  tx: Tx,
  { customer_id, lead_id }: { customer_id?: string; lead_id?: string },
): Promise<CustomerRow> {
  if (customer_id !== undefined) {
    const id = toUuid('customer', customer_id);
    if (id === null) throw notFound('customer');
    return findCustomer(tx, id);
  }
  const id = toUuid('lead', lead_id!);
  if (id === null) throw notFound('lead');
  return convert(tx, await lockLivingLead(tx, id));
}
