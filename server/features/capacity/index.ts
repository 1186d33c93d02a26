export { type CapacityRule, dateAt, type VisitKind } from './capacity.ts';
export {
  type CapacityChange,
  type Counted,
  changeCapacity,
  countedFor,
  keepActiveRules,
  NOT_COUNTED,
  type Room,
  readFullDays,
  readRoom,
  tryToChangeCapacity,
} from './counts.ts';
export { createCapacityRule } from './create-capacity-rule.ts';
export * as capacityEvents from './events.ts';
export { getCapacityRule } from './get-capacity-rule.ts';
export { listCapacityRules } from './list-capacity-rules.ts';
export { keepCapacityRules } from './queries.ts';
export { updateCapacityRule } from './update-capacity-rule.ts';
