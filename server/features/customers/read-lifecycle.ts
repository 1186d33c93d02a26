import { read } from '../../platform/http/operation.ts';
import { listQuery } from '../../platform/paging.ts';
import { findLeadOfLifecycle, toLead } from '../leads/index.ts';
import { readHistory } from './history.ts';
import { findCustomer, toCustomer } from './queries.ts';
import { Lifecycle } from './schemas.ts';

export const readLifecycle = read({
  id: 'readLifecycle',
  path: '/v1/lifecycles/{lifecycle_number}',
  tag: 'Lifecycles',
  resource: 'lifecycle',
  scopes: ['leads:read'],
  params: { lifecycle_number: 'lifecycle_number' },
  summary: 'Read a lifecycle',
  description:
    'Everything under one number, and its timeline in order. A long timeline comes in pages: `limit` and `cursor` are the timeline’s.',
  query: listQuery({}),
  answers: { 200: { description: 'The lifecycle.', body: Lifecycle } },
  async run(tx, { params, query }) {
    const [lead, { data: timeline, ...paging }] = await Promise.all([
      findLeadOfLifecycle(tx, params.lifecycle_number),
      readHistory(tx, params.lifecycle_number, query),
    ]);
    const customer = lead.customer_id === null ? null : await findCustomer(tx, lead.customer_id);
    return {
      lifecycle_number: lead.lifecycle_number,
      lead: toLead(lead),
      customer: customer && toCustomer(customer),
      timeline,
      ...paging,
    };
  },
});
