import Type, { type Static } from 'typebox';
import { malformedContact, normalizePhone } from '../../domain/contact.ts';
import { oneOfErrors } from '../../domain/one-of.ts';
import { textField } from '../../domain/text-limits.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findAppointment, toAppointment } from '../calendar/index.ts';
import { findStandingCustomer, toCustomer } from '../customers/index.ts';
import { balancesOf, sumBalances } from '../invoices/index.ts';
import { findJob, toJob } from '../jobs/index.ts';
import { toLead } from '../leads/index.ts';
import { findLastJob, findNextVisit, findOpenLeads, findPerson } from './contact-queries.ts';
import { ContactLookup, missingScopes } from './schemas.ts';

export const lookupContact = read({
  id: 'lookupContact',
  path: '/v1/contacts/lookup',
  tag: 'Contacts',
  resource: 'contact',
  scopes: ['leads:read'],
  summary: 'Look up a contact',
  description:
    'Says who a phone number or an email address belongs to: the customer, the open leads, the next visit, the last job and the open balance. Earlier numbers and addresses of a person count too. Made for caller ID and voice agents: if nobody is known, the response is empty, not an error. Send either `phone` or `email`.',
  query: Type.Object(
    {
      phone: Type.Optional(
        Type.String(textField('phone', 'Phone number, in any notation.', '+14155550134')),
      ),
      email: Type.Optional(Type.String(textField('email', 'Email address.', 'dana@example.com'))),
    },
    { additionalProperties: false },
  ),
  responses: returns(ContactLookup, 'The person, if known.'),
  async run(tx, { query, caller }) {
    const errors = [
      ...oneOfErrors(query, ['phone', 'email'], 'whom to look up'),
      ...malformedContact(query, caller.country),
    ];
    if (errors.length > 0) throw validationFailed(errors);
    const phone = normalizePhone(query.phone ?? null, caller.country);
    const missing_scopes = missingScopes(caller.scopes);
    const address =
      phone === null
        ? ({ channel: 'email', address: query.email ?? '' } as const)
        : ({ channel: 'sms', address: phone } as const);
    const person = await findPerson(tx, address);
    if (person === null) return { ...UNKNOWN, missing_scopes };
    const { customer_id, lead_ids, numbers } = person;
    const [customer, leads, next_visit, last_job, balance] = await Promise.all([
      customer_id === null ? null : findStandingCustomer(tx, customer_id).then(toCustomer),
      findOpenLeads(tx, lead_ids),
      nextVisit(tx, numbers),
      lastJob(tx, numbers),
      balancesOf(tx, numbers).then(sumBalances),
    ]);
    return {
      known: true,
      customer,
      leads: leads.map(toLead),
      next_visit,
      last_job,
      balance,
      missing_scopes,
    };
  },
});

const UNKNOWN = {
  known: false,
  customer: null,
  leads: [],
  next_visit: null,
  last_job: null,
  balance: [],
};

type Found = Static<typeof ContactLookup>;

async function nextVisit(tx: Tx, numbers: readonly string[]): Promise<Found['next_visit']> {
  const id = await findNextVisit(tx, numbers);
  return id === null ? null : toAppointment(await findAppointment(tx, id), tx.now);
}

async function lastJob(tx: Tx, numbers: readonly string[]): Promise<Found['last_job']> {
  const id = await findLastJob(tx, numbers);
  return id === null ? null : toJob(await findJob(tx, id));
}
