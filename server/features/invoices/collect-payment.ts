import { currencyErrors } from '../../domain/currencies.ts';
import { readDoneAt } from '../../domain/done-at.ts';
import { toUuid } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, type FieldError, notFound, validationFailed } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { type FullJob, lockJob } from '../jobs/index.ts';
import { CollectPaymentBody } from './body-schemas.ts';
import { invoiceVoid, issueInvoice, type OpenInvoice, openInvoice } from './change-invoice.ts';
import { currencyOf, newInvoice } from './create-invoice.ts';
import { dueOf, type InvoiceOfJob, openInvoices } from './due.ts';
import { invoicesOfJobs } from './invoices-of-jobs.ts';
import { lineErrors } from './lines.ts';
import { assertWithinBalance, payInvoice } from './pay-invoice.ts';
import { placeOfInvoice, taxedAt } from './place-of-invoice.ts';
import { findToday, insertAndReadInvoice } from './queries.ts';
import { CollectedPayment } from './schemas.ts';

export const collectPayment = mutation({
  id: 'collectPayment',
  method: 'POST',
  path: '/v1/jobs/{id}/collect-payment',
  tag: 'Invoices',
  resource: 'job',
  scopes: ['invoices:write', 'invoices:own'],
  summary: 'Collect a payment on site',
  description:
    'Records a payment for a job in one step: for its open invoice, which is marked as sent if it is a draft, or for a new invoice. A new invoice has the `lines` that you send, or what of the contract was not invoiced yet, or else the amount. Send an `Idempotency-Key`, so that a retry does not record a second payment.',
  body: CollectPaymentBody,
  responses: creates(CollectedPayment, 'The payment with its invoice.'),
  problems: [
    'invoice_to_choose',
    'invoice_void',
    'overpayment',
    'too_many_payments',
    'person_erased',
  ],
  undo: 'recordRefund',
  check: (body) => ({
    errors: [
      ...currencyErrors('/currency', body.currency),
      ...lineErrors(body.lines),
      ...chosenTwice(body),
    ],
  }),
  async run(tx, { params, body }) {
    const paidAt = readDoneAt(tx, body.at);
    // Two payments at once for a job without an invoice must not create two.
    const job = await lockJob(tx, params.id);
    const found = await invoiceToPay(tx, job, body);
    const open = found.before.status === 'draft' ? issueInvoice(tx, found).sent : found;
    assertCurrency(open.before.currency, body.currency);
    const { invoice, payment } = payInvoice(tx, open, body, paidAt);
    return { status: 201, body: { invoice, payment, balance: invoice.balance } };
  },
});

function chosenTwice({ lines, invoice_id }: Record<string, unknown>): FieldError[] {
  if (lines === undefined || invoice_id === undefined) return [];
  const detail = 'The lines are for a new invoice. Send either lines or invoice_id.';
  return [{ pointer: '/lines', code: 'not_allowed', detail }];
}

async function invoiceToPay(tx: Tx, job: FullJob, body: CollectPaymentBody): Promise<OpenInvoice> {
  if (body.invoice_id !== undefined) return chosenInvoice(tx, job, body.invoice_id);
  const invoices = await invoicesOfJobs(tx, [job.job_id]);
  const open = openInvoices(invoices);
  const [only, ...others] = open;
  if (only === undefined) return createInvoiceFor(tx, job, body, invoices);
  if (others.length > 0 || body.lines !== undefined) throw invoiceToChoose(open);
  return openInvoice(tx, only.invoice_id);
}

async function chosenInvoice(tx: Tx, job: FullJob, publicId: string): Promise<OpenInvoice> {
  const invoiceId = toUuid('invoice', publicId);
  if (invoiceId === null) throw notFound('invoice');
  const open = await openInvoice(tx, invoiceId);
  if (open.before.job_id !== job.job_id) throw notFound('invoice', invoiceId);
  if (open.before.status === 'void') throw invoiceVoid(open.before);
  return open;
}

/** Due today: it is paid on site. */
async function createInvoiceFor(
  tx: Tx,
  job: FullJob,
  body: CollectPaymentBody,
  invoices: readonly InvoiceOfJob[],
): Promise<OpenInvoice> {
  const due = dueOf(job, invoices);
  const currency = due?.currency ?? invoices.at(-1)?.currency ?? body.currency ?? currencyOf(job);
  assertCurrency(currency, body.currency);
  // Without a contract, an amount says enough for the first invoice. After that, it may be the same payment again.
  const amount = due?.amount ?? (invoices.length === 0 ? body.amount : 0);
  if (body.lines === undefined)
    assertWithinBalance({ total: amount, paid: 0, currency }, body.amount);
  const { lead_id, property_id } = job;
  const place = await placeOfInvoice(tx, undefined, property_id, async () => lead_id);
  // An amount that was agreed or taken includes the tax.
  const lines = body.lines
    ? taxedAt(place, body.lines)
    : [{ description: job.title, quantity: 1, unit_amount: amount }];
  const today = await findToday(tx);
  const row = newInvoice(tx, job, { property_id, currency, due_on: today, lines, notes: null });
  return { before: await insertAndReadInvoice(tx, row, today), payments: [], today };
}

function assertCurrency(expected: string, sent: string | undefined): void {
  if (sent === undefined || sent === expected) return;
  const detail = `This job is paid in ${expected}, not in ${sent}. Collect ${expected}, or create an invoice in ${sent}.`;
  throw validationFailed([{ pointer: '/currency', code: 'other_currency', detail }]);
}

function invoiceToChoose(open: readonly InvoiceOfJob[]) {
  const invoices = open.map(({ number }) => number);
  const detail = `This job has open invoices: ${invoices.join(', ')}. Send the invoice_id of one of them and no lines, or create another invoice and send its invoice_id.`;
  return conflict('invoice_to_choose', detail, { invoices });
}
