import { eventTypeAbout } from '../../platform/events/event.ts';
import { CapacityRule } from './schemas.ts';

const ruleEvent = eventTypeAbout(
  CapacityRule,
  ({ max_visits }) => `Capacity of ${max_visits} visits`,
  'services:read',
);

export const capacityRuleCreated = ruleEvent(
  'capacity_rule.created',
  'A maximum of visits per day was set.',
);
export const capacityRuleUpdated = ruleEvent(
  'capacity_rule.updated',
  'A maximum of visits per day changed. `previous` holds the values before.',
);
