import { read } from '../../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../../platform/paging.ts';
import { listTemplateRows, toTemplate } from './queries.ts';
import { Template } from './schemas.ts';

export const listTemplates = read({
  id: 'listTemplates',
  path: '/v1/templates',
  tag: 'Templates',
  resource: 'template',
  scopes: ['templates:read'],
  summary: 'List templates',
  description: 'Returns the templates of your organization, newest first.',
  query: listQuery({}),
  responses: pagesOf(Template, 'The templates, newest first.'),
  async run(tx, { query }) {
    return pageById(query, 'template', {
      rows: (before, limit) => listTemplateRows(tx, before, limit),
      idOf: (row) => row.template_id,
      toItem: toTemplate,
    });
  },
});
