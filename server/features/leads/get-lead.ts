import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findLead, toLead } from './queries.ts';
import { Lead } from './schemas.ts';

export const getLead = read({
  id: 'getLead',
  path: '/v1/leads/{id}',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:read', 'leads:own'],
  summary: 'Get a lead',
  description: 'Returns the lead, even if it is deleted.',
  responses: returns(Lead, 'The lead.'),
  run: showById(findLead, toLead),
});
