import { read } from '../../../platform/http/operation.ts';
import { returns } from '../../../platform/http/responses.ts';
import { showById } from '../../../platform/http/show-by-id.ts';
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
  responses: returns(Template, 'The template.'),
  run: showById(findTemplate, toTemplate),
});
