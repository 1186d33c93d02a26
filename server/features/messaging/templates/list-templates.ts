import { read } from '../../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../../platform/paging.ts';
import { listTemplateRows, toTemplate } from './queries.ts';
import { Template } from './schemas.ts';

export const listTemplates = read({
  id: 'listTemplates',
  path: '/v1/templates',
  tag: 'Templates',
  resource: 'template',
  scopes: ['templates:read'],
  summary: 'List templates',
  description: 'The templates of your organization, newest first.',
  query: listQuery({}),
  answers: {
    200: {
      description: 'A page of templates.',
      body: page(Template, 'The templates, newest first.'),
    },
  },
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const before = readIdCursor('template', query.cursor);
    const rows = await listTemplateRows(tx, before, limit + 1);
    return pageOf(rows, limit, toTemplate, (row) => idCursor('template', row.template_id));
  },
});
