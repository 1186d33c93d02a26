import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { listRuleRows, toCapacityRule } from './queries.ts';
import { CapacityRule } from './schemas.ts';

export const listCapacityRules = read({
  id: 'listCapacityRules',
  path: '/v1/capacity-rules',
  tag: 'Services',
  resource: 'capacity rule',
  scopes: ['services:read'],
  summary: 'List limits of visits',
  description: 'Returns the maximums of visits per day, active and inactive, newest first.',
  query: listQuery({}),
  responses: pagesOf(CapacityRule, 'The rules, newest first.'),
  run: newestFirst('capacity_rule', listRuleRows, toCapacityRule),
});
