import { eventType } from '../../platform/events/event.ts';
import type { Channel } from './follow-up.ts';
import { FollowUp } from './schemas.ts';

const NAMES: Record<Channel, string> = { sms: 'Text', email: 'Mail', call: 'Call', task: 'Task' };

/** With the reason where there is one. */
function because({ reason }: FollowUp): string {
  return reason === null ? '' : `: ${reason.replaceAll('_', ' ')}`;
}

export const followUpCreated = eventType(
  'follow_up.created',
  'A follow-up was scheduled.',
  FollowUp,
  ({ channel, due_at }) => `${NAMES[channel]} scheduled for ${due_at}`,
);
export const followUpRescheduled = eventType(
  'follow_up.rescheduled',
  'A person moved a follow-up to another time.',
  FollowUp,
  ({ channel, due_at }) => `${NAMES[channel]} moved to ${due_at}`,
);
export const followUpDeferred = eventType(
  'follow_up.deferred',
  'A text or mail fell due in quiet hours and waits for the next minute in which it may be sent.',
  FollowUp,
  ({ channel, due_at }) => `${NAMES[channel]} waits for quiet hours to end at ${due_at}`,
);
export const followUpDue = eventType(
  'follow_up.due',
  'A call or task has fallen due and waits for a person.',
  FollowUp,
  ({ channel }) => `${NAMES[channel]} due`,
);
export const followUpSent = eventType(
  'follow_up.sent',
  'The text or mail of a follow-up was sent.',
  FollowUp,
  ({ channel }) => `${NAMES[channel]} of a follow-up sent`,
);
export const followUpCompleted = eventType(
  'follow_up.completed',
  'A person has done the call or task.',
  FollowUp,
  ({ channel }) => `${NAMES[channel]} done`,
);
export const followUpSkipped = eventType(
  'follow_up.skipped',
  'A follow-up was left out because the contact is gone or must not be written to: see `reason`.',
  FollowUp,
  (data) => `${NAMES[data.channel]} of a follow-up skipped${because(data)}`,
);
export const followUpFailed = eventType(
  'follow_up.failed',
  'The text or mail of a follow-up could not be sent: see `reason`.',
  FollowUp,
  (data) => `${NAMES[data.channel]} of a follow-up failed${because(data)}`,
);
export const followUpCanceled = eventType(
  'follow_up.canceled',
  'A follow-up was canceled by a person, or by what happened under its number: see `reason`.',
  FollowUp,
  (data) => `${NAMES[data.channel]} of a follow-up canceled${because(data)}`,
);
