import { read } from '../../../platform/http/operation.ts';
import { findTemplate, toTemplate } from './queries.ts';
import { Template } from './schemas.ts';

export const getTemplate = read({
  id: 'getTemplate',
  path: '/v1/templates/{id}',
  tag: 'Templates',
  resource: 'template',
  scopes: ['templates:read'],
  summary: 'Get a template',
  description: 'Returns a template with its Liquid source.',
  responses: { 200: { description: 'The template.', body: Template } },
  async run(tx, { params }) {
    return toTemplate(await findTemplate(tx, params.id));
  },
});
