import { readsOfTexts } from '../../domain/text-scopes.ts';
import { assertMeets } from '../../platform/auth/needs.ts';
import { ownWorkOnly } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { timeZoneName } from '../organizations/index.ts';
import { CreateFollowUpBody } from './body-schemas.ts';
import { newDueErrors } from './due-time.ts';
import {
  contentErrors,
  followUpNeeds,
  messageOnlyErrors,
  SENDING,
  targetErrors,
  unknownEventTypes,
} from './follow-up.ts';
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
  scopes: ['follow_ups:write', 'follow_ups:own'],
  summary: 'Create a follow-up',
  description:
    'Schedules a text, email, call or task for a lead, customer, job, appointment or lifecycle number. With `offset` it is due before or after its appointment: it moves with the appointment, and is canceled with it. When it is due, the service checks whether it can be sent: whether an event in `cancel_on` has happened, the recipient’s consent, its `expires_at`, and for marketing the organization’s quiet hours in the recipient’s time zone. A text or an email also needs `communications:write`, and a text with variables the scopes to read them.',
  body: CreateFollowUpBody,
  ignoresEmpty: true,
  responses: creates(FollowUp, 'The follow-up.'),
  problems: ['lead_deleted', 'appointment_over', 'evaluation_busy', 'person_erased'],
  undo: 'cancelFollowUp',
  check: async (body, { organizationId }, eventTypes) => ({
    errors: [
      ...targetErrors(body),
      ...newDueErrors(body, isTimeZone),
      ...contentErrors(body),
      ...messageOnlyErrors(body),
      ...(await liquidErrors(organizationId, [
        { text: body.subject, pointer: '/subject' },
        { text: body.body, pointer: '/body' },
      ])),
      ...unknownEventTypes(body.cancel_on, eventTypes.names, '/cancel_on'),
    ],
  }),
  async run(tx, { body, caller }) {
    assertMeets(caller, followUpNeeds(body.channel), SENDING, '/channel');
    const reads = await readsOfTexts(tx.organizationId, [body.subject, body.body]);
    assertMeets(caller, reads, 'The text shows data of other resources.', '/body');
    if (tx.ownerId !== null && hasVariables(body)) throw ownWorkOnly(OWN_WORDS);
    const target = await findTarget(tx, body);
    const row = await scheduleFollowUp(tx, target, {
      channel: body.channel,
      when: body,
      template: body.template ?? null,
      subject: body.subject ?? null,
      body: body.body?.trim() ? body.body : null,
      assignedTo: body.assigned_to,
      cancelOn: body.cancel_on ?? null,
      purpose: body.purpose ?? null,
      expiresAt: body.expires_at ?? null,
    });
    return { status: 201, body: toFollowUp(row) };
  },
});

/** The text is rendered when it is due, with the newest job and invoice of the contact, which may be a colleague's. */
function hasVariables({
  subject,
  body,
}: {
  subject?: string | null;
  body?: string | null;
}): boolean {
  return /\{[{%]/.test(`${subject ?? ''} ${body ?? ''}`);
}

const OWN_WORDS =
  'Your token cannot use variables in a follow-up. Write the text without {{ and {%, or use a template.';

export function isTimeZone(name: string): boolean {
  return timeZoneName(name) !== null;
}
