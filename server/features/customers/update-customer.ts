import type { Static } from 'typebox';
import { recordConsent } from '../../domain/consent.ts';
import { malformedContact, normalizePhone } from '../../domain/contact.ts';
import { presentText, textAsSent } from '../../domain/text.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changeCustomer } from './change-customer.ts';
import { contactPointsAfter } from './contact-points.ts';
import { type CustomerRow, lockCustomer } from './queries.ts';
import { Customer, UpdateCustomerBody } from './schemas.ts';

/**
 * Updates the search index of records that are found by the customer's contact details. Jobs depend on
 * customers, so they pass this function in.
 */
export type IndexCustomer = (tx: Tx, customer: CustomerRow) => Promise<void>;

export const updateCustomer = (indexCustomer: IndexCustomer) =>
  mutation({
    id: 'updateCustomer',
    method: 'PATCH',
    path: '/v1/customers/{id}',
    tag: 'Customers',
    resource: 'customer',
    scopes: ['customers:write'],
    params: { id: 'customer' },
    summary: 'Update a customer',
    description:
      'Changes the fields you send; null clears a field. The lead keeps its captured values.',
    body: UpdateCustomerBody,
    responses: returns(Customer, 'The updated customer.'),
    problems: ['person_erased'],
    check: (body, caller) => ({ errors: malformedContact(body, caller.country) }),
    run: async (tx, { params, body, caller }) => ({
      status: 200,
      body: await changeDetails(tx, params.id, body, { country: caller.country, indexCustomer }),
    }),
  });

/** For the office and for the customer’s own link. */
export async function changeDetails(
  tx: Tx,
  customerId: string,
  body: Static<typeof UpdateCustomerBody>,
  { country, indexCustomer }: { country: string; indexCustomer: IndexCustomer },
): Promise<Customer> {
  const before = await lockCustomer(tx, customerId);
  const after = {
    ...before,
    name: 'name' in body ? presentText(body.name) : before.name,
    phone: 'phone' in body ? normalizePhone(presentText(body.phone), country) : before.phone,
    email: 'email' in body ? presentText(body.email) : before.email,
    address: 'address' in body ? textAsSent(body.address) : before.address,
    language: body.language === undefined ? before.language : body.language,
    consent: recordConsent(before.consent, body.consent, { at: tx.now, source: tx.actor.name }),
    do_not_contact: body.do_not_contact ?? before.do_not_contact,
  };
  after.contact_points = contactPointsAfter(before, after, tx.now);
  await indexCustomer(tx, after);
  return changeCustomer(tx, before, after);
}
