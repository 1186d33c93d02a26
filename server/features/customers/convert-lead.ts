import { mutation } from '../../platform/http/operation.ts';
import { convert } from './convert.ts';
import { toCustomer } from './queries.ts';
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
    'Creates a customer from a qualified lead, with the same `lifecycle_number`. The lead stays. If the person is a customer already, returns that customer with 200 and links the lead to it; so does converting a lead again. A lead that is not qualified is refused with `lead_not_qualified`, and a deleted lead with `lead_deleted`.',
  responses: {
    201: { description: 'The new customer.', body: Customer },
    200: { description: 'The customer that this person already is.', body: Customer },
  },
  problems: ['lead_deleted', 'lead_merged', 'lead_not_qualified', 'person_erased'],
  async run(tx, { params }) {
    const { customer, isNew } = await convert(tx, params.id);
    if (isNew) return { status: 201, body: toCustomer(customer) };
    return { status: 200, body: toCustomer(customer) };
  },
});
