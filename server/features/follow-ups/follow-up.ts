import type { FieldError } from '../../platform/errors.ts';

/** The rules of follow-ups, without a database. */

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

/** Those that something is still to come of. */
export const OPEN: readonly Status[] = ['scheduled', 'due'];

/** A reply, a booking, a conversion, a deletion: whoever did one of these needs no reminder. */
export const DEFAULT_CANCEL_ON = [
  'communication.received',
  'appointment.booked',
  'lead.converted',
  'lead.deleted',
];

/** Past this, an open one is late for a person, and late for the engine (see claim_follow_ups). */
export const LATE_MS = 5 * 60 * 1000;

/** Kinds of events that there are not: a follow-up that waits for one of them would never be canceled. */
export function unknownKinds(
  kinds: unknown,
  known: readonly string[],
  pointer: string,
): FieldError[] {
  if (!Array.isArray(kinds)) return [];
  const resources = new Set(known.map((type) => `${type.split('.', 1)[0]}.*`));
  return kinds.flatMap((kind, index) => {
    if (typeof kind !== 'string' || known.includes(kind) || resources.has(kind)) return [];
    const detail = `There is no kind of event named ${kind.slice(0, 100)}. Use one such as communication.received, or all of a resource as communication.*; GET /v1/event-types lists them all.`;
    return [{ pointer: `${pointer}/${index}`, code: 'unknown_event_type', detail }];
  });
}

/** Who it is for: exactly one is named. */
export const TARGETS = ['lead_id', 'customer_id', 'job_id', 'lifecycle_number'] as const;

export function targetErrors(body: Record<string, unknown>): FieldError[] {
  const given = TARGETS.filter((name) => body[name] !== undefined);
  if (given.length === 1) return [];
  const code = given.length === 0 ? 'required' : 'not_allowed';
  const detail = 'Give one of lead_id, customer_id, job_id and lifecycle_number: whom it is for.';
  return [{ pointer: `/${given[1] ?? 'lead_id'}`, code, detail }];
}

/** What it says must fit how it is said. */
export function contentErrors(body: Record<string, unknown>): FieldError[] {
  const errors: FieldError[] = [];
  const isGiven = (name: string) => typeof body[name] === 'string' && body[name].trim() !== '';
  const isMail = body.channel === 'email';
  if (isMail || body.channel === 'sms') {
    if (isGiven('body') === (body.template !== undefined)) {
      const code = isGiven('body') ? 'not_allowed' : 'required';
      errors.push({ pointer: '/body', code, detail: 'Give either body or template.' });
    }
  } else if (body.template !== undefined) {
    const detail = 'Only a text or mail has a template. Say in body what is to be done.';
    errors.push({ pointer: '/template', code: 'not_allowed', detail });
  }
  if (isMail && body.template === undefined && !isGiven('subject')) {
    const detail = 'A mail needs a subject. Give one in subject.';
    errors.push({ pointer: '/subject', code: 'required', detail });
  }
  if (!isMail && (body.subject ?? null) !== null) {
    const detail = 'Only a mail has a subject. Leave subject out.';
    errors.push({ pointer: '/subject', code: 'not_allowed', detail });
  }
  return errors;
}

export interface Outcome {
  status: 'sent' | 'skipped' | 'failed';
  reason: string | null;
}

/** What became of its message, by the kind of event that tells it; null for one that tells nothing. */
export function outcomeOf(type: string, statusReason: string | null): Outcome | null {
  switch (type) {
    case 'communication.sent':
    case 'communication.delivered':
      return { status: 'sent', reason: null };
    case 'communication.failed':
      return { status: 'failed', reason: statusReason ?? 'failed' };
    case 'communication.not_sent':
      // That nobody has set up a channel is a failure of ours; all else is the recipient's wish.
      return { status: statusReason === 'no_channel' ? 'failed' : 'skipped', reason: statusReason };
    case 'communication.unknown':
      return { status: 'failed', reason: 'unknown' };
    default:
      return null;
  }
}
