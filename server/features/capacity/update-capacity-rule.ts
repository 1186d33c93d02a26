import { statement } from '../../platform/database/statement.ts';
import { updateResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findOrganization } from '../organizations/index.ts';
import { capacityRuleUpdated } from './events.ts';
import { countVisitsOf, lockCapacityRules, lockRule, ruleResource } from './queries.ts';
import { CapacityRule, UpdateCapacityRuleBody } from './schemas.ts';

/** Visits that are booked stay, also if they are more than the new maximum. */
const setMaximum = statement(
  'set_maximum_of_capacity_counts',
  `update capacity_counts set max_visits = greatest(visits, $3)
   where organization_id = $1 and capacity_rule_id = $2`,
);

export const updateCapacityRule = mutation({
  id: 'updateCapacityRule',
  method: 'PATCH',
  path: '/v1/capacity-rules/{id}',
  tag: 'Services',
  resource: 'capacity rule',
  params: { id: 'capacity_rule' },
  scopes: ['services:write'],
  summary: 'Update a limit of visits',
  description:
    'Changes the maximum, or activates or deactivates the rule. Visits beyond a lower maximum stay booked.',
  body: UpdateCapacityRuleBody,
  responses: returns(CapacityRule, 'The updated rule.'),
  async run(tx, { params, body }) {
    lockCapacityRules(tx);
    const [{ time_zone }, before] = await Promise.all([
      findOrganization(tx),
      lockRule(tx, params.id),
    ]);
    const after = { ...before, ...body };
    const rule = updateResource(tx, ruleResource, before, after, capacityRuleUpdated);
    if (after.max_visits !== before.max_visits) {
      tx.query(setMaximum, [tx.organizationId, before.capacity_rule_id, after.max_visits]);
    }
    if (after.active && !before.active) countVisitsOf(tx, before.capacity_rule_id, time_zone);
    return { status: 200, body: rule };
  },
});
