import { read } from '../../platform/http/operation.ts';
import { pagesOf } from '../../platform/paging.ts';
import { DuplicateMatch } from './duplicate-schema.ts';
import { listDuplicates, prepare } from './duplicates.ts';
import { readMergedLifecycles } from './merge-queries.ts';
import { findLead } from './queries.ts';

export const listLeadDuplicates = read({
  id: 'listLeadDuplicates',
  path: '/v1/leads/{id}/duplicates',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:read'],
  summary: 'List likely duplicates of a lead',
  description:
    'Returns the leads that are likely duplicates of this one, compared by its current details, best match first. Each has its score and reasons. Deleted leads are left out. The list is not paged.',
  responses: pagesOf(DuplicateMatch, 'The likely duplicates, best match first.'),
  async run(tx, { params }) {
    const [lead, members] = await Promise.all([
      findLead(tx, params.id),
      readMergedLifecycles(tx, params.id),
    ]);
    const excluded = new Set(members.map((member) => member.lead_id));
    const data = await listDuplicates(tx, prepare(lead), excluded);
    return { data, has_more: false, next_cursor: null };
  },
});
