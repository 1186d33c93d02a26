import { currencyErrors } from '../../domain/currencies.ts';
import { toUuid } from '../../domain/ids.ts';
import { isOutsideSupportedRange, SUPPORTED_RANGE } from '../../domain/supported-range.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FieldError } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { type FullJob, findJob, lockJob } from '../jobs/index.ts';
import { CreateInvoiceBody } from './body-schemas.ts';
import { type NewLine, withoutDeposit } from './deposits.ts';
import { lineErrors, withTotals } from './lines.ts';
import { placeOfInvoice, taxedAt } from './place-of-invoice.ts';
import { findToday, type InvoiceRow, insertInvoice } from './queries.ts';
import { InvoiceWithPayments } from './schemas.ts';

const DEFAULT_DAYS_TO_PAY = 30;

export const createInvoice = mutation({
  id: 'createInvoice',
  method: 'POST',
  path: '/v1/invoices',
  tag: 'Invoices',
  resource: 'job',
  scopes: ['invoices:write', 'invoices:own'],
  summary: 'Create an invoice',
  description:
    'Creates a draft invoice for a job, with the `lifecycle_number` of the job. The job can have any status: you can invoice a deposit before the work, or a fee after the job was canceled. A deposit that was invoiced when an estimate was accepted is subtracted by a line, up to the total. The amount and the tax of each line are rounded to whole minor units, halves away from zero. The totals are the sums of the rounded values.',
  body: CreateInvoiceBody,
  responses: creates(InvoiceWithPayments, 'The new invoice.'),
  problems: ['person_erased'],
  undo: 'voidInvoice',
  check: (body) => ({
    errors: [
      ...currencyErrors('/currency', body.currency),
      ...dueOnErrors(body),
      ...lineErrors(body.lines),
    ],
  }),
  async run(tx, { body }) {
    const [job, today] = await Promise.all([
      findJob(tx, toUuid('job', body.job_id)),
      findToday(tx),
    ]);
    const subtractsDeposit = body.subtract_deposit !== false && isSoldByEstimate(job);
    // Two invoices at once must not both subtract it.
    if (subtractsDeposit) await lockJob(tx, job.job_id);
    const { lead_id, property_id } = job;
    const place = await placeOfInvoice(tx, body.property_id, property_id, async () => lead_id);
    const currency = body.currency ?? currencyOf(job);
    const lines = taxedAt(place, body.lines);
    const row = newInvoice(tx, job, {
      property_id: place.property_id,
      currency,
      due_on: body.due_on ?? daysAfter(today, DEFAULT_DAYS_TO_PAY),
      lines: subtractsDeposit ? await withoutDeposit(tx, job, lines, currency) : lines,
      notes: body.notes ?? null,
    });
    const { invoice, number } = insertInvoice(tx, row, today);
    return { status: 201, body: { ...invoice, payments: [] }, assigned: { number } };
  },
});

function isSoldByEstimate({ contract_document_hash }: FullJob): boolean {
  return contract_document_hash !== null;
}

export interface NewInvoice {
  property_id: string | null;
  currency: string;
  due_on: string;
  lines: readonly NewLine[];
  notes: string | null;
  is_deposit?: boolean;
}

/** A draft for a job. The database assigns its number. */
export function newInvoice(
  { now }: Tx,
  job: Pick<FullJob, 'lifecycle_number' | 'job_id' | 'customer_id' | 'customer_name' | 'title'>,
  { lines, ...given }: NewInvoice,
): Omit<InvoiceRow, 'number'> {
  return {
    invoice_id: newUuid(),
    lifecycle_number: job.lifecycle_number,
    job_id: job.job_id,
    customer_id: job.customer_id,
    customer_name: job.customer_name,
    job_title: job.title,
    status: 'draft',
    is_deposit: false,
    ...given,
    ...withTotals(lines),
    paid: 0,
    payment_count: 0,
    delivery: null,
    communication_id: null,
    delivery_reason: null,
    sent_at: null,
    paid_at: null,
    voided_at: null,
    void_reason: null,
    created_at: now,
    updated_at: now,
  };
}

/** That of the contract, or else of the organization. */
export function currencyOf({
  contract_currency,
  default_currency,
}: Pick<FullJob, 'contract_currency' | 'default_currency'>): string {
  return contract_currency ?? default_currency;
}

function daysAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

export function dueOnErrors({ due_on }: Record<string, unknown>): FieldError[] {
  if (!isOutsideSupportedRange(due_on)) return [];
  const detail = `The field due_on must be ${SUPPORTED_RANGE}.`;
  return [{ pointer: '/due_on', code: 'out_of_range', detail }];
}
