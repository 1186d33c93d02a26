import Type from 'typebox';
import { toUuid } from '../../domain/ids.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { closedObject } from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import {
  changeLead,
  Lead,
  type LeadRow,
  leadEvents,
  lockActiveLead,
  toLead,
} from '../leads/index.ts';
import { mergeCustomers } from './merge-customers.ts';
import { findFoundedCustomer, hasJobs } from './person-queries.ts';
import { findStandingCustomer } from './queries.ts';

export const attachLead = mutation({
  id: 'attachLead',
  method: 'POST',
  path: '/v1/leads/{id}/attach',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  summary: 'Attach a lead to a customer',
  description:
    'Says that the lead is a request of this customer: sets `customer_id` and `relation: returning`. If the lead was converted to another customer, both customers are one person: the other one is merged into this one. `detach` undoes it.',
  body: closedObject(
    'AttachLead',
    'The customer that the lead belongs to.',
    {
      customer_id: Type.String({
        maxLength: TEXT_LIMITS.id,
        description: 'Id of the customer.',
        examples: ['customer_01h455vb4pex5vsknk084sn02q'],
      }),
    },
    { example: { customer_id: 'customer_01h455vb4pex5vsknk084sn02q' } },
  ),
  responses: returns(Lead, 'The lead with its `customer_id`.'),
  problems: ['lead_deleted', 'lead_merged', 'lead_has_jobs', 'person_erased'],
  undo: 'detachLead',
  async run(tx, { params, body }) {
    const lead = await lockActiveLead(tx, params.id);
    const customer = await findStandingCustomer(tx, toUuid('customer', body.customer_id));
    return { status: 200, body: await attach(tx, lead, customer.customer_id) };
  },
});

async function attach(tx: Tx, lead: LeadRow, customerId: string): Promise<Lead> {
  if (lead.customer_id !== null) {
    const current = await findStandingCustomer(tx, lead.customer_id);
    if (current.customer_id === customerId) return toLead(lead);
    const founded = await findFoundedCustomer(tx, lead.lead_id);
    if (founded !== null) await mergeCustomers(tx, founded, customerId);
    else await assertNoJobs(tx, lead);
  }
  const changes = {
    customer_id: customerId,
    relation: 'returning' as const,
    detached_from: lead.detached_from.filter((id) => id !== customerId),
  };
  return changeLead(tx, lead, changes, leadEvents.leadAttached);
}

/** The jobs of a request belong to the customer who bought them. */
export async function assertNoJobs(tx: Tx, lead: LeadRow): Promise<void> {
  if (!(await hasJobs(tx, lead.lifecycle_number))) return;
  throw conflict(
    'lead_has_jobs',
    'A job of this lead was sold to its customer, so the lead stays with that customer.',
  );
}
