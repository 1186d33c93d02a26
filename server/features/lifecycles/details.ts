import { isObject } from '../../platform/is-object.ts';
import type { HistoryDetails } from './schemas.ts';

/** A transcript can have 200,000 characters; the communication has all of them. */
const MAX_TEXT = 5_000;

/** Fields with the same name in the resource of an event. */
const NAMES = [
  'status',
  'channel',
  'direction',
  'subject',
  'starts_at',
  'ends_at',
  'due_at',
  'title',
  'author',
  'note',
] as const;

/** The names that the resources have for the reason of a step, and for more about it. */
const REASONS = ['status_reason', 'reason', 'cancel_reason', 'pause_reason'] as const;
const MORE_REASONS = [
  'unqualified_reason',
  'lost_reason',
  'void_reason',
  'decline_reason',
] as const;
const DETAILS = ['status_detail', 'detail'] as const;

/** What a reader needs to understand an event without another request. Pure: it reads the resource in the event. */
export function detailsOf({
  type,
  data,
}: {
  type: string;
  data: Record<string, unknown>;
}): HistoryDetails {
  const error = isObject(data.error) ? data.error : {};
  const assignee = isObject(data.assignee) ? data.assignee : {};
  const found = {
    ...Object.fromEntries(NAMES.map((name) => [name, data[name]])),
    text: textOf(type, data)?.slice(0, MAX_TEXT),
    reason: firstText(data, [...REASONS, ...MORE_REASONS]) ?? error.code,
    detail: firstText(data, DETAILS) ?? error.detail,
    assignee: assignee.name,
  };
  const present = Object.entries(found).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(present);
}

/** A message has a body, a call or task a rendered text, a new lead its notes, a review its comment. */
function textOf(type: string, data: Record<string, unknown>): string | undefined {
  if (type === 'lead.created') return firstText(data, ['notes']);
  if (type === 'appointment.reviewed' && isObject(data.review)) {
    return firstText(data.review, ['comment']);
  }
  return firstText(data, ['text', 'body', 'description']);
}

function firstText(data: Record<string, unknown>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = data[name];
    if (typeof value === 'string') return value;
  }
  return undefined;
}
