import { eventTypeFor } from '../../platform/events/event.ts';
import type { Channel } from './follow-up.ts';
import { FollowUp } from './schemas.ts';

const followUpEvent = eventTypeFor(FollowUp, 'follow_ups:read');

const CHANNEL_NAMES: Record<Channel, string> = {
  sms: 'Text',
  email: 'Email',
  call: 'Call',
  task: 'Task',
};

function reasonSuffix({ reason }: FollowUp): string {
  return reason === null ? '' : `: ${reason.replaceAll('_', ' ')}`;
}

export const followUpCreated = followUpEvent(
  'follow_up.created',
  'A follow-up was created.',
  ({ channel, due_at }) => `${CHANNEL_NAMES[channel]} scheduled for ${due_at}`,
);
export const followUpRescheduled = followUpEvent(
  'follow_up.rescheduled',
  'A follow-up was rescheduled.',
  ({ channel, due_at }) => `${CHANNEL_NAMES[channel]} rescheduled to ${due_at}`,
);
export const followUpDeferred = followUpEvent(
  'follow_up.deferred',
  'A text or email was due in quiet hours. It was moved to the next minute in which it can be sent.',
  ({ channel, due_at }) => `${CHANNEL_NAMES[channel]} deferred to ${due_at} because of quiet hours`,
);
export const followUpDue = followUpEvent(
  'follow_up.due',
  'A call or task is due and waits for a user to do it.',
  ({ channel }) => `${CHANNEL_NAMES[channel]} due`,
);
export const followUpSent = followUpEvent(
  'follow_up.sent',
  'The text or email of a follow-up was sent.',
  ({ channel }) => `Follow-up ${CHANNEL_NAMES[channel].toLowerCase()} sent`,
);
export const followUpCompleted = followUpEvent(
  'follow_up.completed',
  'A call or task was completed.',
  ({ channel }) => `${CHANNEL_NAMES[channel]} done`,
);
export const followUpSkipped = followUpEvent(
  'follow_up.skipped',
  'A follow-up was skipped because the contact was deleted, cannot or must not be contacted, or the job was canceled: see `reason`.',
  (data) => `Follow-up ${CHANNEL_NAMES[data.channel].toLowerCase()} skipped${reasonSuffix(data)}`,
);
export const followUpFailed = followUpEvent(
  'follow_up.failed',
  'The text or email of a follow-up could not be sent: see `reason`.',
  (data) => `Follow-up ${CHANNEL_NAMES[data.channel].toLowerCase()} failed${reasonSuffix(data)}`,
);
export const followUpCanceled = followUpEvent(
  'follow_up.canceled',
  'A follow-up was canceled by request, or by an event under its lifecycle number: see `reason`.',
  (data) => `Follow-up ${CHANNEL_NAMES[data.channel].toLowerCase()} canceled${reasonSuffix(data)}`,
);
