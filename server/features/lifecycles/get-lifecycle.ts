import { read } from '../../platform/http/operation.ts';
import { listQuery } from '../../platform/paging.ts';
import { findCustomer, toCustomer } from '../customers/index.ts';
import {
  findLeadOfLifecycle,
  type LifecycleMember,
  readMergedLifecycles,
  toLead,
} from '../leads/index.ts';
import { newestCommunications } from '../messaging/index.ts';
import { newestRuns } from '../playbooks/index.ts';
import { readHistory } from './history.ts';
import { Lifecycle } from './schemas.ts';
import { numbersOf, readWork } from './work.ts';

export const getLifecycle = read({
  id: 'getLifecycle',
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
  async run(tx, { params, query, eventTypes }) {
    const lead = await findLeadOfLifecycle(tx, params.lifecycle_number);
    const members = await readMergedLifecycles(tx, lead.lead_id);
    const numbers = numbersOf(members);
    const [standing = lead] = members;
    const customerId = lead.customer_id ?? standing.customer_id;
    const [customer, work, communications, playbook_runs, history] = await Promise.all([
      customerId === null ? null : findCustomer(tx, customerId),
      readWork(tx, members),
      newestCommunications(tx, numbers),
      newestRuns(tx, numbers),
      readHistory(tx, numbers, query, eventTypes),
    ]);
    const { data: timeline, ...paging } = history;
    return {
      lifecycle_number: lead.lifecycle_number,
      merged_into: lead.merged_into === null ? null : standing.lifecycle_number,
      merged_numbers: numbersBelow(lead.lead_id, members),
      lead: toLead(lead),
      customer: customer && toCustomer(customer),
      ...work,
      communications,
      playbook_runs,
      timeline,
      ...paging,
    };
  },
});

/** Of a tree in which those above come first. */
function numbersBelow(leadId: string, members: readonly LifecycleMember[]): string[] {
  const below = new Set([leadId]);
  const numbers: string[] = [];
  for (const { lead_id, merged_into, lifecycle_number } of members) {
    if (merged_into === null || !below.has(merged_into)) continue;
    below.add(lead_id);
    numbers.push(lifecycle_number);
  }
  return numbers.sort();
}
