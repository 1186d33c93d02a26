import { knownId } from '../../domain/known-id.ts';
import { oneOfErrors } from '../../domain/one-of.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { findStandingCustomer } from '../customers/index.ts';
import { findLead, lockActiveLead } from '../leads/index.ts';
import { readBillTo } from './bill-to.ts';
import { propertyCreated } from './events.ts';
import { checkProperty, storedAddress } from './property.ts';
import { propertyResource } from './queries.ts';
import { CreatePropertyBody, Property } from './schemas.ts';

export const createProperty = mutation({
  id: 'createProperty',
  method: 'POST',
  path: '/v1/properties',
  tag: 'Properties',
  resource: 'property',
  scopes: ['customers:write'],
  summary: 'Create a property',
  description:
    'Adds a place of a customer or a lead. Appointments, jobs and invoices can name it, and machines are in it. The `address` of the lead is text and stays as it is.',
  body: CreatePropertyBody,
  responses: creates(Property, 'The new property.'),
  problems: ['lead_deleted', 'lead_merged', 'person_erased'],
  check: (body) => ({
    errors: [
      ...oneOfErrors(body, ['customer_id', 'lead_id'], 'whose place it is'),
      ...checkProperty(body),
    ],
  }),
  async run(tx, { body }) {
    const [owner, billTo] = await Promise.all([
      findOwner(tx, body),
      readBillTo(tx, body.bill_to_customer_id),
    ]);
    const row = {
      property_id: newUuid(),
      ...owner,
      address: storedAddress(body.address),
      coordinates: body.coordinates ?? null,
      access_notes: body.access_notes ?? null,
      bill_to_customer_id: billTo,
      tax_rate: body.tax_rate ?? null,
      created_at: tx.now,
      updated_at: tx.now,
    };
    return { status: 201, body: createResource(tx, propertyResource, row, propertyCreated) };
  },
});

/** The place of a customer is that of the lead that became the customer. */
async function findOwner(tx: Tx, { customer_id, lead_id = '' }: CreatePropertyBody) {
  if (customer_id !== undefined) {
    const customer = await findStandingCustomer(tx, knownId('customer', customer_id));
    const lead = await findLead(tx, customer.lead_id);
    return ownerOf(lead, customer.customer_id);
  }
  const lead = await lockActiveLead(tx, knownId('lead', lead_id));
  if (lead.customer_id === null) return ownerOf(lead, null);
  const { customer_id: standingId } = await findStandingCustomer(tx, lead.customer_id);
  return ownerOf(lead, standingId);
}

function ownerOf(
  { lead_id, lifecycle_number }: { lead_id: string; lifecycle_number: string },
  customer_id: string | null,
) {
  return { lead_id, lifecycle_number, customer_id };
}
