import Type, { type Static } from 'typebox';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { WEEKDAYS, type Weekday } from '../../domain/working-hours.ts';
import * as field from '../../platform/http/fields.ts';

const service = field.nullable({
  pattern: field.CODE_FORM,
  description: 'Code of the service whose visits are counted; null for all.',
  examples: ['water_heater_repair'],
});
const areaId = field.nullable({
  maxLength: TEXT_LIMITS.id,
  description: 'Id of the area whose visits are counted; null for all.',
  examples: [null],
});
const weekday = Type.Unsafe<Weekday | null>({
  type: ['string', 'null'],
  enum: [...WEEKDAYS, null],
  description: 'Day of the week on which the rule counts; null for all.',
  examples: ['monday'],
});
const date = field.nullable({
  format: 'date',
  description: 'The only date on which the rule counts, instead of `weekday`.',
  examples: [null],
});
const maxVisits = Type.Integer({
  minimum: 0,
  maximum: 100_000,
  description: 'How many visits are taken per day; 0 for none.',
  examples: [8],
});
const active = Type.Boolean({ description: 'Whether the rule counts.', examples: [true] });

export const CreateCapacityRuleBody = field.closedObject(
  'CreateCapacityRule',
  'A rule needs `max_visits`.',
  {
    service: Type.Optional(service),
    area_id: Type.Optional(areaId),
    weekday: Type.Optional(weekday),
    date: Type.Optional(date),
    max_visits: maxVisits,
    active: Type.Optional(active),
  },
  { example: { service: 'water_heater_repair', weekday: 'saturday', max_visits: 4 } },
);

export const UpdateCapacityRuleBody = field.closedObject(
  'UpdateCapacityRule',
  'The fields to change. What a rule counts stays: make another rule for that.',
  { max_visits: Type.Optional(maxVisits), active: Type.Optional(active) },
  { example: { max_visits: 10 } },
);

export const CapacityRule = field.closedObject(
  'CapacityRule',
  'A maximum of visits per day. A day is one of the organization’s time zone.',
  {
    capacity_rule_id: field.id('capacity_rule', 'Id of the rule.'),
    service,
    area_id: areaId,
    weekday,
    date,
    max_visits: maxVisits,
    active,
    ...field.timestamps,
  },
);
export type CapacityRule = Static<typeof CapacityRule>;
