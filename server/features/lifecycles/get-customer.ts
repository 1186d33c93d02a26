import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findCustomer, toCustomer } from '../customers/index.ts';
import { readLifecyclesOfCustomer } from '../leads/index.ts';
import { historyQuery, readHistory } from './history.ts';
import { CustomerWithHistory, missingScopes } from './schemas.ts';
import { numbersOf, readWork } from './work.ts';

export const getCustomer = read({
  id: 'getCustomer',
  path: '/v1/customers/{id}',
  tag: 'Customers',
  resource: 'customer',
  scopes: ['customers:read', 'customers:own'],
  summary: 'Get a customer',
  description:
    'Returns the customer with its newest jobs, appointments, estimates, invoices and follow-ups, and the history of all its lifecycles. Each part needs the scope of its resource. A long history is paged: `limit`, `cursor` and `order` apply to the history.',
  query: historyQuery,
  responses: returns(CustomerWithHistory, 'The customer with its history.'),
  async run(tx, { params, query, caller, eventTypes }) {
    const row = await findCustomer(tx, params.id);
    const members = await readLifecyclesOfCustomer(tx, row.customer_id);
    const [work, { data: history, ...paging }] = await Promise.all([
      readWork(tx, members),
      readHistory(tx, numbersOf(members), query, { caller, eventTypes }),
    ]);
    const missing_scopes = missingScopes(caller.scopes);
    return { ...toCustomer(row), ...work, history, missing_scopes, ...paging };
  },
});
