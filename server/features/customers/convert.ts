import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import {
  changeLead,
  findSamePerson,
  type LeadRow,
  leadEvents,
  lockActiveLead,
  lockLead,
} from '../leads/index.ts';
import { validPointsOf } from './contact-points.ts';
import { customerCreated } from './events.ts';
import { lockPerson, type PersonLead } from './person-queries.ts';
import { type CustomerRow, findStandingCustomer, insertCustomer, toCustomer } from './queries.ts';

/** The customer of a lead, and the lead after the conversion. */
export interface Conversion {
  customer: CustomerRow;
  lead: LeadRow;
  isNew: boolean;
}

/**
 * Converts a lead. A person is one customer: if any lead of the person belongs to a customer, or the contact details
 * certainly are a customer's, the lead is linked to that customer. All leads of the person are locked meanwhile, so
 * two conversions at once find one another.
 */
export async function convert(tx: Tx, leadId: string): Promise<Conversion> {
  const person = await lockPerson(tx, leadId);
  const lead = await lockActiveLead(tx, leadId);
  if (lead.status === 'converted') {
    return { customer: await findStandingCustomer(tx, lead.customer_id), lead, isNew: false };
  }
  assertQualified(lead);
  const same = await findSamePerson(tx, lead);
  const others = await lockOthers(tx, lead, [
    ...person.map(({ lead_id }) => lead_id),
    ...same.leadIds,
  ]);
  const customerId = customerAmong(person, lead) ?? same.customerId;
  if (customerId === null) return createCustomer(tx, lead, others);
  const customer = await findStandingCustomer(tx, customerId);
  const converted = linkConverted(tx, lead, customer.customer_id);
  const linked = linkOthers(tx, others, customer.customer_id);
  const numbers = [lead, ...linked].map((one) => one.lifecycle_number);
  const lifecycle_numbers = [...new Set([...customer.lifecycle_numbers, ...numbers])].sort();
  return { customer: { ...customer, lifecycle_numbers }, lead: converted, isNew: false };
}

/** The other requests of the person that belong to no customer yet. */
async function lockOthers(tx: Tx, lead: LeadRow, leadIds: readonly string[]): Promise<LeadRow[]> {
  const ids = [...new Set(leadIds)].filter((id) => id !== lead.lead_id).sort();
  const rows = await Promise.all(ids.map((id) => lockLead(tx, id)));
  return rows.filter(({ customer_id }) => customer_id === null);
}

function linkOthers(tx: Tx, others: readonly LeadRow[], customerId: string): LeadRow[] {
  const linked = others.filter(({ detached_from }) => !detached_from.includes(customerId));
  for (const other of linked) {
    changeLead(tx, other, { customer_id: customerId }, leadEvents.leadAttached);
  }
  return linked;
}

/** The lead's own customer, or the oldest customer of the person. */
function customerAmong(person: readonly PersonLead[], lead: LeadRow): string | null {
  const own = person.find(({ lead_id }) => lead_id === lead.lead_id)?.customer_id;
  if (own) return own;
  const customers = person.flatMap(({ customer_id }) => customer_id ?? []);
  const [oldest = null] = customers.filter((id) => !lead.detached_from.includes(id)).sort();
  return oldest;
}

function assertQualified(lead: LeadRow): void {
  if (lead.status === 'qualified') return;
  throw conflict(
    'lead_not_qualified',
    `This lead is not qualified (status: ${lead.status}). Qualify it first with POST /v1/leads/{id}/qualify.`,
  );
}

function linkConverted(tx: Tx, lead: LeadRow, customerId: string): LeadRow {
  const changes = {
    status: 'converted' as const,
    converted_at: tx.now,
    customer_id: customerId,
  };
  changeLead(tx, lead, changes, leadEvents.leadConverted);
  return { ...lead, ...changes };
}

function createCustomer(tx: Tx, lead: LeadRow, others: readonly LeadRow[]): Conversion {
  const customer = newCustomer(tx.now, lead, others);
  insertCustomer(tx, customer);
  const converted = linkConverted(tx, lead, customer.customer_id);
  linkOthers(tx, others, customer.customer_id);
  tx.emit(lead.lifecycle_number, pendingEvent(customerCreated, toCustomer(customer)));
  return { customer, lead: converted, isNew: true };
}

function newCustomer(now: Date, lead: LeadRow, others: readonly LeadRow[]): CustomerRow {
  const { lifecycle_number, lead_id, name, phone, email, address, language, consent } = lead;
  const leads = [lead, ...others].sort((a, b) => (a.lead_id < b.lead_id ? -1 : 1));
  return {
    customer_id: newUuid(),
    lifecycle_number,
    lead_id,
    name,
    phone,
    email,
    address,
    language,
    consent,
    do_not_contact: false,
    merged_into: null,
    lifecycle_numbers: leads.map((one) => one.lifecycle_number),
    contact_points: validPointsOf(leads),
    created_at: now,
    updated_at: now,
  };
}
