import { currencyErrors } from '../../domain/currencies.ts';
import { toUuid } from '../../domain/ids.ts';
import { oneOfErrors } from '../../domain/one-of.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { findCustomer, findStandingCustomer } from '../customers/index.ts';
import { findToday } from '../invoices/index.ts';
import { assertActive, type LeadRow, lockLead } from '../leads/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { CreateEstimateBody } from './body-schemas.ts';
import { type Content, changedContent, checkContent } from './content.ts';
import { type EstimateRow, insertEstimate } from './queries.ts';
import { Estimate } from './schemas.ts';

const DEFAULT_DAYS_VALID = 30;
const DEFAULT_WARRANTY_MONTHS = 12;

export const createEstimate = mutation({
  id: 'createEstimate',
  method: 'POST',
  path: '/v1/estimates',
  tag: 'Estimates',
  resource: 'lead',
  scopes: ['estimates:write', 'estimates:own'],
  summary: 'Create an estimate',
  description:
    'Creates a draft for a lead or a customer, with one option or several to choose from. It has the `lifecycle_number` of the lead, or the customer’s own. Amounts are rounded as on invoices.',
  body: CreateEstimateBody,
  responses: creates(Estimate, 'The new estimate.'),
  problems: ['lead_deleted', 'lead_merged', 'person_erased'],
  check: (body) => ({
    errors: [
      ...oneOfErrors(body, ['lead_id', 'customer_id'], 'who the estimate is for'),
      ...currencyErrors('/currency', body.currency),
      ...checkContent(body).errors,
    ],
  }),
  async run(tx, { body }) {
    const lead = await findContact(tx, body);
    const [today, organization, contact] = await Promise.all([
      findToday(tx),
      findOrganization(tx),
      contactOf(tx, lead),
    ]);
    const currency = body.currency ?? organization.currency;
    const { lead_id } = lead;
    const empty = { ...newContent(today), currency, lead_id };
    const content = await changedContent(tx, empty, body, today);
    const row = newEstimate(tx, lead, contact, { ...content, currency });
    const { estimate, number } = insertEstimate(tx, row, today);
    return { status: 201, body: estimate, assigned: { number } };
  },
});

/** The request that the estimate belongs to. What can be done with a customer does not depend on its leads. */
async function findContact(tx: Tx, body: CreateEstimateBody): Promise<LeadRow> {
  if (body.lead_id === undefined) {
    const customer = await findStandingCustomer(tx, toUuid('customer', body.customer_id ?? ''));
    return lockLead(tx, customer.lead_id);
  }
  const lead = await lockLead(tx, toUuid('lead', body.lead_id));
  if (lead.customer_id === null) assertActive(lead);
  return lead;
}

async function contactOf(tx: Tx, lead: LeadRow): Promise<EstimateRow['contact']> {
  if (lead.customer_id === null) return { customer_id: null, name: lead.name };
  const { customer_id, merged_into, name } = await findCustomer(tx, lead.customer_id);
  if (merged_into === null) return { customer_id, name };
  const standing = await findStandingCustomer(tx, customer_id);
  return { customer_id: standing.customer_id, name: standing.name };
}

function newContent(today: string): Content {
  return {
    property_id: null,
    title: '',
    expires_on: Temporal.PlainDate.from(today).add({ days: DEFAULT_DAYS_VALID }).toString(),
    options: [],
    deposit: null,
    warranty_months: DEFAULT_WARRANTY_MONTHS,
    terms: null,
  };
}

function newEstimate(
  { now }: Tx,
  { lifecycle_number, lead_id }: LeadRow,
  contact: EstimateRow['contact'],
  content: Content & { currency: string },
): Omit<EstimateRow, 'number'> {
  return {
    estimate_id: newUuid(),
    version: 1,
    lifecycle_number,
    lead_id,
    contact,
    ...content,
    ...NOT_SENT,
    supersedes: null,
    created_at: now,
    updated_at: now,
  };
}

/** What happens to a version later. */
export const NOT_SENT = {
  status: 'draft',
  delivery: null,
  communication_id: null,
  delivery_reason: null,
  accepted_option: null,
  accepted_lines: null,
  accepted_amount: null,
  signature_name: null,
  signature_kind: null,
  document_hash: null,
  job_id: null,
  invoice_id: null,
  decline_reason: null,
  superseded_by: null,
  sent_at: null,
  viewed_at: null,
  accepted_at: null,
  declined_at: null,
  expired_at: null,
  superseded_at: null,
} as const;
