import { read } from '../../platform/http/operation.ts';
import { listQuery } from '../../platform/paging.ts';
import { findCustomer, toCustomer } from '../customers/index.ts';
import { readMergedLifecycles } from '../leads/index.ts';
import { readHistory } from './history.ts';
import { CustomerWithHistory } from './schemas.ts';
import { numbersOf, readWork } from './work.ts';

export const getCustomer = read({
  id: 'getCustomer',
  path: '/v1/customers/{id}',
  tag: 'Customers',
  resource: 'customer',
  scopes: ['customers:read', 'customers:own'],
  params: { id: 'customer' },
  summary: 'Get a customer',
  description:
    'Returns the customer with its newest jobs, appointments, invoices and follow-ups, and the history of its lifecycle, oldest first. A long history is paged: `limit` and `cursor` apply to the history.',
  query: listQuery({}),
  responses: { 200: { description: 'The customer with its history.', body: CustomerWithHistory } },
  async run(tx, { params, query, eventTypes }) {
    const row = await findCustomer(tx, params.id);
    const members = await readMergedLifecycles(tx, row.lead_id);
    const [work, { data: history, ...paging }] = await Promise.all([
      readWork(tx, members),
      readHistory(tx, numbersOf(members), query, eventTypes),
    ]);
    return { ...toCustomer(row), ...work, history, ...paging };
  },
});
