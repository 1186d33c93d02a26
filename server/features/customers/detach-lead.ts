import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
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
import { assertNoJobs } from './attach-lead.ts';
import { separateCustomer } from './merge-customers.ts';
import { findFoundedCustomer } from './person-queries.ts';
import { findCustomer, findStandingCustomer } from './queries.ts';

export const detachLead = mutation({
  id: 'detachLead',
  method: 'POST',
  path: '/v1/leads/{id}/detach',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  summary: 'Detach a lead from its customer',
  description:
    'Says that the lead is not a request of its customer: clears `customer_id`, and it is never attached to that customer again automatically. A converted lead is qualified again. If the lead had a customer of its own that was merged, the two are separate again. If the lead has no customer, nothing changes.',
  responses: returns(Lead, 'The lead without its customer.'),
  problems: ['lead_deleted', 'lead_merged', 'lead_has_jobs', 'lead_made_customer', 'person_erased'],
  undo: 'attachLead',
  async run(tx, { params }) {
    const lead = await lockActiveLead(tx, params.id);
    if (lead.customer_id === null) return { status: 200, body: toLead(lead) };
    return { status: 200, body: await detach(tx, lead, lead.customer_id) };
  },
});

async function detach(tx: Tx, lead: LeadRow, customerId: string): Promise<Lead> {
  const [founded, standing] = await Promise.all([
    findFoundedCustomer(tx, lead.lead_id),
    findStandingCustomer(tx, customerId),
  ]);
  const detached_from = [...new Set([...lead.detached_from, customerId, standing.customer_id])];
  if (founded !== null) {
    await separateFounded(tx, founded);
    const others = detached_from.filter((id) => id !== founded);
    const changes = { customer_id: founded, relation: 'new' as const, detached_from: others };
    return changeLead(tx, lead, changes, leadEvents.leadDetached);
  }
  await assertNoJobs(tx, lead);
  const changes = {
    customer_id: null,
    relation: 'new' as const,
    detached_from,
    ...(lead.status === 'converted' && { status: 'qualified' as const, converted_at: null }),
  };
  return changeLead(tx, lead, changes, leadEvents.leadDetached);
}

/** A lead stays with the customer that it was converted to, which may have been merged. */
async function separateFounded(tx: Tx, customerId: string): Promise<void> {
  const { merged_into } = await findCustomer(tx, customerId);
  if (merged_into === null) {
    throw conflict(
      'lead_made_customer',
      'The customer was created from this lead, so the lead cannot be detached from it. Attach it to another customer instead.',
    );
  }
  await separateCustomer(tx, customerId);
}
