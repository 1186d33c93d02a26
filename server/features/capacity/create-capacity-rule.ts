import { outOfRangeErrors } from '../../domain/date-span.ts';
import { toUuid } from '../../domain/ids.ts';
import { WEEKDAYS } from '../../domain/working-hours.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { NIL_UUID, newUuid } from '../../platform/ids.ts';
import { isArea } from '../areas/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { capacityRuleCreated } from './events.ts';
import { countVisitsOf, lockCapacityRules, ruleResource } from './queries.ts';
import { CapacityRule, CreateCapacityRuleBody } from './schemas.ts';

export const createCapacityRule = mutation({
  id: 'createCapacityRule',
  method: 'POST',
  path: '/v1/capacity-rules',
  tag: 'Services',
  resource: 'capacity rule',
  scopes: ['services:write'],
  summary: 'Limit the visits per day',
  description:
    'Sets how many visits are taken per day: of a service, in an area, on a weekday or a date, or of all. Visits that are booked already count and stay. Beyond the limit, bookings fail with `capacity_reached`. If several rules apply, all of them must have room.',
  body: CreateCapacityRuleBody,
  responses: creates(CapacityRule, 'The new rule.'),
  check: (body) => ({ errors: [...outOfRangeErrors(body, ['date'], 'field'), ...dayErrors(body)] }),
  async run(tx, { body }) {
    const areaId = body.area_id == null ? null : (toUuid('area', body.area_id) ?? NIL_UUID);
    const [{ time_zone }, isKnown] = await Promise.all([
      findOrganization(tx),
      areaId === null || isArea(tx, areaId),
    ]);
    if (!isKnown) throw unknownArea();
    const row = {
      capacity_rule_id: newUuid(),
      service: body.service ?? null,
      area_id: areaId,
      weekday: body.weekday == null ? null : WEEKDAYS.indexOf(body.weekday) + 1,
      only_on: body.date ?? null,
      max_visits: body.max_visits,
      active: body.active ?? true,
      created_at: tx.now,
      updated_at: tx.now,
    };
    lockCapacityRules(tx);
    const rule = createResource(tx, ruleResource, row, capacityRuleCreated);
    if (row.active) countVisitsOf(tx, row.capacity_rule_id, time_zone);
    return { status: 201, body: rule };
  },
});

function dayErrors({ weekday, date }: Record<string, unknown>): FieldError[] {
  if (weekday == null || date == null) return [];
  return [
    { pointer: '/date', code: 'not_allowed', detail: 'Give either weekday or date, not both.' },
  ];
}

function unknownArea() {
  const detail = 'There is no area with this id. Send the area_id of GET /v1/areas.';
  return validationFailed([{ pointer: '/area_id', code: 'unknown_id', detail }]);
}
