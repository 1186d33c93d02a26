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
  scopes: ['customers:read'],
  params: { id: 'customer' },
  summary: 'Read a customer',
  description:
    'The customer with the newest jobs, appointments, invoices and follow-ups and the history of its lifecycle, from the first call on, oldest first. A long history comes in pages: `limit` and `cursor` are the history’s.',
  query: listQuery({}),
  answers: { 200: { description: 'The customer with its history.', body: CustomerWithHistory } },
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
