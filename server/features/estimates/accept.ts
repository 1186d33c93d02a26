import type { Static } from 'typebox';
import type { Tx } from '../../platform/database/transaction.ts';
import { validationFailed } from '../../platform/errors.ts';
import { convert, findStandingCustomer } from '../customers/index.ts';
import { deliverInvoice, WORDS } from '../documents/index.ts';
import { findInvoiceOrNull, type Invoice, issueNewInvoice, toInvoice } from '../invoices/index.ts';
import { type Buyer, type FullJob, findJobs, type Job, sellJob, toJob } from '../jobs/index.ts';
import { lockActiveLead, lockLead, qualify } from '../leads/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { insertAcceptance } from './acceptance-queries.ts';
import type { AcceptEstimateBody } from './body-schemas.ts';
import {
  assertAllowed,
  changeEstimate,
  type OpenEstimate,
  openEstimate,
} from './change-estimate.ts';
import { estimateAccepted } from './events.ts';
import { type EstimateRow, toEstimate } from './queries.ts';
import type { Estimate } from './schemas.ts';
import { readSignature } from './signature.ts';
import { type Choice, hashOf, type SignedDocument, signedDocument } from './signed-document.ts';

/** Who accepted: a user of the organization for the customer, or the customer by their own link. */
export type AcceptedBy = { baseUrl: string } & (
  | { by: 'user' }
  | { by: 'link'; address: string | null; userAgent: string | null }
);

export interface Accepted {
  estimate: Estimate;
  /** Null for a technician who may not see it. */
  job: Static<typeof Job> | null;
  /** The deposit; null if none was agreed, or as the job. */
  invoice: Static<typeof Invoice> | null;
  isNew: boolean;
}

/**
 * Accepts a sent estimate: the contract, the job, and the deposit invoice, all or nothing. The estimate is locked, so of many at
 * once the first one sells it, and the others get the same job and invoice.
 */
export async function accept(
  tx: Tx,
  estimateId: string,
  body: AcceptEstimateBody,
  by: AcceptedBy,
): Promise<Accepted> {
  const open = await openEstimate(tx, estimateId);
  if (open.before.status === 'accepted') return acceptedBefore(tx, open);
  assertAllowed('accept', open);
  // A technician can sell to an own contact, and what is sold is more than own work: a customer, a job.
  tx.endLimitToOwn();
  const choice = readChoice(open.before, body);
  const buyer = await findBuyer(tx, open.before.lead_id);
  const signature = readSignature(body.signature);
  const company = await findOrganization(tx);
  const { name, address } = buyer.customer;
  const signed = { signature, at: tx.now };
  const document = signedDocument(open.before, company, { name, address }, choice, signed);
  const documentHash = hashOf(document);
  const job = await sell(tx, open.before, buyer, document, documentHash);
  const language = buyer.customer.language ?? company.language;
  const description = `${WORDS[language].deposit}: ${open.before.title}`;
  const invoice = await invoiceDeposit(tx, open, job, document.accepted.deposit, {
    description,
    baseUrl: by.baseUrl,
  });
  const before = { ...open.before, contact: { customer_id: job.customer_id, name } };
  const estimate = changeEstimate(
    tx,
    { ...open, before },
    {
      status: 'accepted',
      accepted_at: tx.now,
      accepted_option: choice.option,
      accepted_lines: [...choice.optionalLines],
      accepted_amount: document.accepted.total,
      signature_name: signature.name,
      signature_kind: signature.kind,
      document_hash: documentHash,
      job_id: job.job_id,
      invoice_id: invoice?.invoice_id ?? null,
    },
    estimateAccepted,
  );
  insertAcceptance(tx, {
    estimate_id: before.estimate_id,
    lifecycle_number: before.lifecycle_number,
    document,
    document_hash: documentHash,
    signature_image: signature.image,
    accepted_by: by.by,
    actor: tx.actor,
    address: by.by === 'link' ? by.address : null,
    user_agent: by.by === 'link' ? by.userAgent : null,
    created_at: tx.now,
  });
  return {
    estimate,
    job: toJob(job),
    invoice: invoice && toInvoice(invoice, open.today),
    isNew: true,
  };
}

/** The same again, with the job and the invoice as they are now: of a technician, only own ones. */
async function acceptedBefore(tx: Tx, { before, today }: OpenEstimate): Promise<Accepted> {
  const { job_id, invoice_id } = before;
  if (job_id === null) throw new Error('An accepted estimate has a job');
  const [[job], invoice] = await Promise.all([
    findJobs(tx, [job_id]),
    findInvoiceOrNull(tx, invoice_id),
  ]);
  return {
    estimate: toEstimate(before, today),
    job: job ? toJob(job) : null,
    invoice: invoice && toInvoice(invoice, today),
    isNew: false,
  };
}

function readChoice({ options }: EstimateRow, body: AcceptEstimateBody): Choice {
  const position = readOption(options, body.option);
  const { lines = [] } = options[position] ?? {};
  const optionalLines = [...new Set(body.optional_lines ?? [])].sort((a, b) => a - b);
  const wrong = optionalLines.find((line) => lines[line]?.optional !== true);
  if (wrong === undefined) return { option: position, optionalLines };
  const detail = `Line ${wrong} of this option is not an optional line. Send only positions of lines with optional: true.`;
  throw validationFailed([{ pointer: '/optional_lines', code: 'not_optional', detail }]);
}

function readOption(options: EstimateRow['options'], option: string | number | undefined): number {
  if (option === undefined && options.length === 1) return 0;
  const names = options.map(({ name }) => name);
  const position = typeof option === 'string' ? names.indexOf(option.trim()) : (option ?? -1);
  if (position >= 0 && position < options.length) return position;
  const code = option === undefined ? 'required' : 'unknown_option';
  const detail = `Send the name of the option that was chosen: ${names.join(', ')}.`;
  throw validationFailed([{ pointer: '/option', code, detail }]);
}

/**
 * The lead is converted if it is not a customer yet. One that buys is worth pursuing, whatever was thought of it before. What
 * becomes of a lead never changes what its customer can buy.
 */
async function findBuyer(tx: Tx, leadId: string): Promise<Buyer> {
  const lead = await lockLead(tx, leadId);
  const isGone = lead.deleted_at !== null || lead.merged_into !== null;
  if (lead.status === 'converted' || (lead.customer_id !== null && isGone)) {
    return { customer: await findStandingCustomer(tx, lead.customer_id), lead };
  }
  if (lead.merged_into !== null) return findBuyer(tx, lead.merged_into);
  if (lead.status !== 'qualified') qualify(tx, await lockActiveLead(tx, leadId));
  return convert(tx, leadId);
}

function sell(
  tx: Tx,
  estimate: EstimateRow,
  buyer: Buyer,
  { accepted }: SignedDocument,
  documentHash: string,
): Promise<FullJob> {
  const contract = {
    contract_signed_at: tx.now,
    contract_amount: accepted.total,
    contract_currency: estimate.currency,
    contract_terms: estimate.terms,
    contract_estimate_id: estimate.estimate_id,
    contract_document_hash: documentHash,
  };
  return sellJob(tx, buyer, contract, {
    title: estimate.title,
    service: null,
    warranty_months: estimate.warranty_months,
    // A technician who sells on site goes on with it, such as by taking the deposit.
    assigned_to: tx.ownerId,
    property_id: estimate.property_id,
    equipment_id: null,
  });
}

/** Due at once, and sent. It has no tax of its own: the tax is on the invoice for the work, which subtracts the deposit. */
async function invoiceDeposit(
  tx: Tx,
  { before, today }: OpenEstimate,
  job: FullJob,
  amount: number,
  { description, baseUrl }: { description: string; baseUrl: string },
) {
  if (amount === 0) return null;
  const lines = [{ description, quantity: 1, unit_amount: amount }];
  const { currency } = before;
  const { property_id } = job;
  const deposit = { property_id, currency, due_on: today, lines, notes: null, is_deposit: true };
  return issueNewInvoice(tx, job, deposit, today, (invoice) =>
    deliverInvoice(tx, invoice, { channel: null, baseUrl }, null),
  );
}
