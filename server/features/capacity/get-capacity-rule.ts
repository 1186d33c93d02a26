import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { findRule, toCapacityRule } from './queries.ts';
import { CapacityRule } from './schemas.ts';

export const getCapacityRule = read({
  id: 'getCapacityRule',
  path: '/v1/capacity-rules/{id}',
  tag: 'Services',
  resource: 'capacity rule',
  params: { id: 'capacity_rule' },
  scopes: ['services:read'],
  summary: 'Get a limit of visits',
  description: 'Returns the rule, whether it is active or not.',
  responses: returns(CapacityRule, 'The rule.'),
  run: showById(findRule, toCapacityRule),
});
