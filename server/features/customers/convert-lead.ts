import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { newUuid } from '../../platform/ids.ts';
import { changeLead, type LeadRow, leadEvents, lockActiveLead } from '../leads/index.ts';
import { customerCreated } from './events.ts';
import { type CustomerRow, findCustomer, insertCustomer, toCustomer } from './queries.ts';
import { Customer } from './schemas.ts';

export const convertLead = mutation({
  id: 'convertLead',
  method: 'POST',
  path: '/v1/leads/{id}/convert',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  // It creates the customer, and shows it.
  alsoNeeds: [['customers:write']],
  summary: 'Convert a lead to a customer',
  description:
    'Creates a customer from a qualified lead, with the same `lifecycle_number`. The lead stays. Converting it again returns the same customer with 200. A lead that is not qualified is refused with `lead_not_qualified`, and a deleted lead with `lead_deleted`.',
  responses: {
    201: { description: 'The new customer.', body: Customer },
    200: { description: 'The customer this lead was already converted to.', body: Customer },
  },
  problems: ['lead_deleted', 'lead_merged', 'lead_not_qualified', 'person_erased'],
  async run(tx, { params }) {
    const lead = await lockActiveLead(tx, params.id);
    const customer = toCustomer(await convert(tx, lead));
    if (lead.customer_id === null) return { status: 201, body: customer };
    return { status: 200, body: customer };
  },
});

/** Returns the customer of a locked lead. Creates it if the lead is not converted yet. */
export async function convert(tx: Tx, lead: LeadRow): Promise<CustomerRow> {
  if (lead.customer_id !== null) return findCustomer(tx, lead.customer_id);
  assertQualified(lead);
  return createCustomer(tx, lead);
}

function assertQualified(lead: LeadRow): void {
  if (lead.status === 'qualified') return;
  throw conflict(
    'lead_not_qualified',
    `This lead is not qualified (status: ${lead.status}). Qualify it first with POST /v1/leads/{id}/qualify.`,
  );
}

/** The lead is locked, so a second conversion waits and then finds the customer. */
function createCustomer(tx: Tx, lead: LeadRow): CustomerRow {
  const customer = {
    customer_id: newUuid(),
    lifecycle_number: lead.lifecycle_number,
    lead_id: lead.lead_id,
    name: lead.name,
    phone: lead.phone,
    email: lead.email,
    address: lead.address,
    language: lead.language,
    consent: lead.consent,
    do_not_contact: false,
    created_at: tx.now,
    updated_at: tx.now,
  };
  insertCustomer(tx, customer);
  const changes = {
    status: 'converted' as const,
    converted_at: tx.now,
    customer_id: customer.customer_id,
  };
  changeLead(tx, lead, changes, leadEvents.leadConverted);
  tx.emit(lead.lifecycle_number, pendingEvent(customerCreated, toCustomer(customer)));
  return customer;
}
