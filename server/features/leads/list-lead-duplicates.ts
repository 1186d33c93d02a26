import { read } from '../../platform/http/operation.ts';
import { pageAnswer } from '../../platform/paging.ts';
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
  params: { id: 'lead' },
  summary: 'List likely duplicates of a lead',
  description:
    'The living leads that are likely the same as this one, as it is now, best first, each with its score and the reasons. The list comes whole.',
  answers: pageAnswer(DuplicateMatch, 'The likely duplicates, best first.'),
  async run(tx, { params }) {
    const [lead, members] = await Promise.all([
      findLead(tx, params.id),
      readMergedLifecycles(tx, params.id),
    ]);
    const one = new Set(members.map((member) => member.lead_id));
    const data = await listDuplicates(tx, prepare(lead), one);
    return { data, has_more: false, next_cursor: null };
  },
});
