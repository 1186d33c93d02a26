import { outOfRangeErrors } from '../../domain/date-span.ts';
import { knownId } from '../../domain/known-id.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FieldError } from '../../platform/errors.ts';
import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { findUser } from '../organizations/index.ts';
import { planWithEmergency, planWithoutDay, planWithoutUser } from './day-plans.ts';
import { replanCreated } from './events.ts';
import { timeZoneOfOrganization } from './replan-queries.ts';
import { replanResource } from './replan-row.ts';
import { PlanReassignmentBody, Replan, type ReplanPlan } from './replan-schemas.ts';

/** A plan is looked at for minutes. Later, the day is another one. */
const TTL_MS = 30 * 60_000;

export const planReassignment = mutation({
  id: 'planReassignment',
  method: 'POST',
  path: '/v1/dispatch/replans',
  tag: 'Dispatch',
  resource: 'replan',
  scopes: ['appointments:write'],
  summary: 'Plan a day without a user',
  description:
    'Proposes who takes the appointments of a user who cannot work on a day; with `weather` and no user, later days for all appointments; with `emergency` and `appointment_id`, room for that one. All are considered together: the fewest are left over, move or get a new time, with the least travel. Nothing changes until you apply the plan, within 30 minutes.',
  body: PlanReassignmentBody,
  responses: creates(Replan, 'The plan.'),
  problems: ['appointment_over', 'appointment_under_way', 'appointment_held'],
  check: (body) => ({
    errors: [...outOfRangeErrors(body, ['date'], 'field'), ...combinationErrors(body)],
  }),
  async run(tx, { body }) {
    const about = {
      userId: body.user_id === undefined ? null : knownId('user', body.user_id),
      appointmentId:
        body.appointment_id === undefined ? null : knownId('appointment', body.appointment_id),
    };
    const [timeZone] = await Promise.all([
      timeZoneOfOrganization(tx),
      about.userId === null ? null : findUser(tx, about.userId),
    ]);
    const row = {
      replan_id: newUuid(),
      date: body.date,
      user_id: about.userId,
      appointment_id: about.appointmentId,
      reason: body.reason,
      plan: await planDay(tx, about, { date: body.date, timeZone }),
      expires_at: new Date(tx.now.getTime() + TTL_MS),
      applied_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    };
    return { status: 201, body: createResource(tx, replanResource, row, replanCreated) };
  },
});

interface About {
  userId: string | null;
  appointmentId: string | null;
}

function planDay(
  tx: Tx,
  { userId, appointmentId }: About,
  day: { date: string; timeZone: string },
): Promise<ReplanPlan> {
  if (appointmentId !== null) return planWithEmergency(tx, { appointmentId, userId }, day);
  return userId === null ? planWithoutDay(tx, day) : planWithoutUser(tx, userId, day);
}

/** Which combinations of a reason, a user and an appointment mean something. */
function combinationErrors(body: Record<string, unknown>): FieldError[] {
  const { reason, user_id, appointment_id } = body;
  if (appointment_id !== undefined && reason !== 'emergency') {
    const detail = 'Only an emergency has an appointment_id. Leave it out.';
    return [{ pointer: '/appointment_id', code: 'not_allowed', detail }];
  }
  if (user_id !== undefined || appointment_id !== undefined || reason === 'weather') return [];
  return reason === 'sick'
    ? [{ pointer: '/user_id', code: 'required', detail: 'Send the user_id of who is sick.' }]
    : [
        {
          pointer: '/appointment_id',
          code: 'required',
          detail: 'Send the appointment_id to place, or the user_id of who is called away.',
        },
      ];
}
