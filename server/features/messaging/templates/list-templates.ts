import { read } from '../../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../../platform/paging.ts';
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
  run: newestFirst('template', listTemplateRows, toTemplate),
});
