import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findCustomer, toCustomer } from '../customers/index.ts';
import {
  findLeadOfLifecycle,
  type LifecycleMember,
  readMergedLifecycles,
  toLead,
} from '../leads/index.ts';
import { newestCommunications } from '../messaging/index.ts';
import { newestRuns } from '../playbooks/index.ts';
import { historyQuery, readHistory } from './history.ts';
import { Lifecycle, missingScopes } from './schemas.ts';
import { fittingPart, numbersOf, readWork } from './work.ts';

export const getLifecycle = read({
  id: 'getLifecycle',
  path: '/v1/lifecycles/{lifecycle_number}',
  tag: 'Lifecycles',
  resource: 'lifecycle',
  scopes: ['leads:read', 'leads:own'],
  params: { lifecycle_number: 'lifecycle_number' },
  summary: 'Get a lifecycle',
  description:
    'Returns everything under one lifecycle number, with its timeline. Each part needs the scope of its resource. A long timeline is paged: `limit`, `cursor` and `order` apply to the timeline.',
  query: historyQuery,
  responses: returns(Lifecycle, 'The lifecycle.'),
  async run(tx, { params, query, caller, eventTypes }) {
    const lead = await findLeadOfLifecycle(tx, params.lifecycle_number);
    const members = await readMergedLifecycles(tx, lead.lead_id);
    const numbers = numbersOf(members);
    const [root = lead] = members;
    const customerId = lead.customer_id ?? root.customer_id;
    const [customer, work, communications, playbook_runs, history] = await Promise.all([
      customerId === null ? null : findCustomer(tx, customerId),
      readWork(tx, members),
      newestCommunications(tx, numbers),
      newestRuns(tx, numbers),
      readHistory(tx, numbers, query, { caller, eventTypes }),
    ]);
    const { data: timeline, ...paging } = history;
    return {
      lifecycle_number: lead.lifecycle_number,
      merged_into: lead.merged_into === null ? null : root.lifecycle_number,
      merged_numbers: mergedNumbers(lead.lead_id, members),
      lead: toLead(lead),
      customer: customer && toCustomer(customer),
      ...work,
      communications: fittingPart(communications),
      playbook_runs: fittingPart(playbook_runs),
      timeline,
      missing_scopes: missingScopes(caller.scopes),
      ...paging,
    };
  },
});

/** The numbers merged into this lead, directly or through others. Members are sorted with parents first. */
function mergedNumbers(leadId: string, members: readonly LifecycleMember[]): string[] {
  const merged = new Set([leadId]);
  const numbers: string[] = [];
  for (const { lead_id, merged_into, lifecycle_number } of members) {
    if (merged_into === null || !merged.has(merged_into)) continue;
    merged.add(lead_id);
    numbers.push(lifecycle_number);
  }
  return numbers.sort();
}
