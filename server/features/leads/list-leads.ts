import Type from 'typebox';
import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { listLeadRows, toLead } from './queries.ts';
import { Lead } from './schemas.ts';

export const listLeads = read({
  id: 'listLeads',
  path: '/v1/leads',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:read'],
  summary: 'List leads',
  description:
    'The leads of your organization, newest first. Deleted ones are left out unless asked for.',
  query: listQuery({
    include_deleted: Type.Optional(
      Type.Boolean({ default: false, description: 'Also list deleted leads.', examples: [false] }),
    ),
  }),
  answers: {
    200: { description: 'A page of leads.', body: page(Lead, 'The leads, newest first.') },
  },
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listLeadRows(tx, {
      before: readIdCursor('lead', query.cursor),
      limit: limit + 1,
      includeDeleted: query.include_deleted ?? false,
    });
    return pageOf(rows, limit, toLead, (row) => idCursor('lead', row.lead_id));
  },
});
