import type { Needs } from '../../platform/auth/needs.ts';
import type { FieldError } from '../../platform/errors.ts';

/** The rules of follow-ups; no database access. */

export const CHANNELS = ['sms', 'email', 'call', 'task'] as const;
export type Channel = (typeof CHANNELS)[number];

export const STATUSES = [
  'scheduled',
  'due',
  'sent',
  'done',
  'skipped',
  'failed',
  'canceled',
] as const;
export type Status = (typeof STATUSES)[number];

export const OPEN_STATUSES: readonly Status[] = ['scheduled', 'due'];

/** A text or an email is sent to a person, which needs the scope for that. */
export function followUpNeeds(channel: Channel): Needs {
  const sends = channel === 'sms' || channel === 'email';
  return sends ? [['follow_ups:write'], ['communications:write']] : [['follow_ups:write']];
}

export const SENDING = 'A follow-up by sms or email sends a message.';

/** After a reply, booking, conversion or deletion, the contact needs no reminder. */
export const DEFAULT_CANCEL_ON = [
  'communication.received',
  'appointment.booked',
  'lead.converted',
  'lead.deleted',
];

/** An open follow-up this long past its due time is late. claim_follow_ups uses the same limit. */
export const LATE_MS = 5 * 60 * 1000;

/** Unknown event types are refused: a follow-up with a misspelled one would never be canceled. */
export function unknownEventTypes(
  types: unknown,
  known: readonly string[],
  pointer: string,
): FieldError[] {
  if (!Array.isArray(types)) return [];
  const resources = new Set(known.map((type) => `${type.split('.', 1)[0]}.*`));
  return types.flatMap((type, index) => {
    if (typeof type !== 'string' || known.includes(type) || resources.has(type)) return [];
    const detail = `Unknown event type ${type.slice(0, 100)}. Use an event type such as communication.received, or communication.* for all events of a resource. GET /v1/event-types lists all event types.`;
    return [{ pointer: `${pointer}/${index}`, code: 'unknown_event_type', detail }];
  });
}

/** Exactly one of these fields says whom the follow-up is for. */
export const TARGETS = [
  'lead_id',
  'customer_id',
  'job_id',
  'appointment_id',
  'lifecycle_number',
] as const;

export function targetErrors(body: Record<string, unknown>): FieldError[] {
  const given = TARGETS.filter((name) => body[name] !== undefined);
  if (given.length === 1) return [];
  const code = given.length === 0 ? 'required' : 'not_allowed';
  const detail =
    'Give exactly one of lead_id, customer_id, job_id, appointment_id and lifecycle_number to say whom the follow-up is for.';
  return [{ pointer: `/${given[1] ?? 'lead_id'}`, code, detail }];
}

/** The fields template, subject and body must fit the channel. */
export function contentErrors(body: Record<string, unknown>): FieldError[] {
  const errors: FieldError[] = [];
  const isGiven = (name: string) => typeof body[name] === 'string' && body[name].trim() !== '';
  const isEmail = body.channel === 'email';
  if (isEmail || body.channel === 'sms') {
    if (isGiven('body') === (body.template !== undefined)) {
      const code = isGiven('body') ? 'not_allowed' : 'required';
      errors.push({ pointer: '/body', code, detail: 'Give either body or template, not both.' });
    }
  } else if (body.template !== undefined) {
    const detail =
      'Only a text or email can have a template. Remove template and describe the call or task in body.';
    errors.push({ pointer: '/template', code: 'not_allowed', detail });
  }
  if (isEmail && body.template === undefined && !isGiven('subject')) {
    const detail = 'An email needs a subject. Give one in subject.';
    errors.push({ pointer: '/subject', code: 'required', detail });
  }
  if (!isEmail && (body.subject ?? null) !== null) {
    const detail = 'Only an email can have a subject. Remove subject.';
    errors.push({ pointer: '/subject', code: 'not_allowed', detail });
  }
  return errors;
}

/** Only what the service sends by itself has a purpose and can expire. */
export function messageOnlyErrors(body: Record<string, unknown>): FieldError[] {
  if (body.channel !== 'call' && body.channel !== 'task') return [];
  return ['purpose', 'expires_at']
    .filter((name) => (body[name] ?? null) !== null)
    .map((name) => ({
      pointer: `/${name}`,
      code: 'not_allowed',
      detail: `Only a text or email can have ${name}. Remove it.`,
    }));
}

export interface Outcome {
  status: 'sent' | 'skipped' | 'failed';
  reason: string | null;
}

/** The outcome of the follow-up's message, by event type; null for an event type that is no outcome. */
export function outcomeOf(type: string, statusReason: string | null): Outcome | null {
  switch (type) {
    case 'communication.sent':
    case 'communication.delivered':
      return { status: 'sent', reason: null };
    case 'communication.failed':
      return { status: 'failed', reason: statusReason ?? 'failed' };
    case 'communication.not_sent':
      // A missing channel is a failure of the organization's setup; any other reason comes from the recipient.
      return { status: statusReason === 'no_channel' ? 'failed' : 'skipped', reason: statusReason };
    case 'communication.expired':
      return { status: 'skipped', reason: 'expired' };
    case 'communication.unknown':
      return { status: 'failed', reason: 'unknown' };
    default:
      return null;
  }
}
