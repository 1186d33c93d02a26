import { mutation } from '../../platform/http/operation.ts';
import { timeZoneName } from '../organizations/index.ts';
import { CreateFollowUpBody } from './body-schemas.ts';
import { dueErrors } from './due-time.ts';
import { contentErrors, targetErrors, unknownEventTypes } from './follow-up.ts';
import { liquidErrors } from './liquid-errors.ts';
import { toFollowUp } from './queries.ts';
import { scheduleFollowUp } from './schedule-follow-up.ts';
import { FollowUp } from './schemas.ts';
import { findTarget } from './targets.ts';

export const createFollowUp = mutation({
  id: 'createFollowUp',
  method: 'POST',
  path: '/v1/follow-ups',
  tag: 'Follow-ups',
  resource: 'follow-up',
  scopes: ['follow_ups:write'],
  summary: 'Create a follow-up',
  description:
    'Schedules a text, email, call or task for a lead, customer, job or lifecycle number. When it is due, the service checks whether it can be sent: whether an event in `cancel_on` has happened, the recipient’s consent, and the organization’s quiet hours in the recipient’s time zone.',
  body: CreateFollowUpBody,
  responses: { 201: { description: 'The follow-up.', body: FollowUp } },
  problems: ['lead_deleted', 'person_erased'],
  undo: 'cancelFollowUp',
  check: (body, _caller, eventTypes) => ({
    errors: [
      ...targetErrors(body),
      ...dueErrors(body, isTimeZone),
      ...contentErrors(body),
      ...liquidErrors(body.subject, '/subject'),
      ...liquidErrors(body.body, '/body'),
      ...unknownEventTypes(body.cancel_on, eventTypes.names, '/cancel_on'),
    ],
  }),
  async run(tx, { body }) {
    const target = await findTarget(tx, body);
    const row = await scheduleFollowUp(tx, target, {
      channel: body.channel,
      when: body,
      template: body.template ?? null,
      subject: body.subject ?? null,
      body: body.body?.trim() ? body.body : null,
      assignedTo: body.assigned_to,
      cancelOn: body.cancel_on ?? null,
    });
    return { status: 201, body: toFollowUp(row) };
  },
});

export function isTimeZone(name: string): boolean {
  return timeZoneName(name) !== null;
}
