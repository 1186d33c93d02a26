import { eventTypeFor } from '../../../platform/events/event.ts';
import { Communication } from './schemas.ts';

const communicationEvent = eventTypeFor(Communication, 'communications:read');

const NAMES: Record<Communication['channel'], string> = {
  call: 'Call',
  chat: 'Chat',
  sms: 'Text',
  email: 'Email',
  note: 'Note',
};
const RECORDED: Record<Communication['channel'], string> = {
  call: 'Call recorded',
  chat: 'Chat recorded',
  sms: 'Text recorded',
  email: 'Email recorded',
  note: 'Note added',
};

function reasonSuffix({ status_reason }: Communication): string {
  return status_reason === null ? '' : `: ${status_reason.replaceAll('_', ' ')}`;
}

export const communicationReceived = communicationEvent(
  'communication.received',
  'A call, chat, text or email from the contact was received.',
  ({ channel }) => `${NAMES[channel]} received`,
);
export const communicationRecorded = communicationEvent(
  'communication.recorded',
  'A call, chat, text or email to the contact, or a note, was recorded.',
  ({ channel }) => RECORDED[channel],
);
export const communicationQueued = communicationEvent(
  'communication.queued',
  'A text or email was queued to be sent.',
  ({ channel }) => `${NAMES[channel]} queued`,
);
export const communicationSent = communicationEvent(
  'communication.sent',
  'The mail server or gateway accepted an email or text.',
  ({ channel }) => `${NAMES[channel]} sent`,
);
export const communicationDelivered = communicationEvent(
  'communication.delivered',
  'The gateway reported that a text was delivered.',
  ({ channel }) => `${NAMES[channel]} delivered`,
);
export const communicationFailed = communicationEvent(
  'communication.failed',
  'A text or email could not be sent or delivered; `status_reason` says why.',
  (data) => `${NAMES[data.channel]} failed${reasonSuffix(data)}`,
);
export const communicationNotSent = communicationEvent(
  'communication.not_sent',
  'A text or email was not sent because it is not allowed or because there is no channel; `status_reason` says why.',
  (data) => `${NAMES[data.channel]} not sent${reasonSuffix(data)}`,
);
export const communicationExpired = communicationEvent(
  'communication.expired',
  'A text or email was not sent before its `expires_at`. Its status is `not_sent`.',
  ({ channel }) => `${NAMES[channel]} expired before it was sent`,
);
export const communicationUnknown = communicationEvent(
  'communication.unknown',
  'It is unknown whether a text or email was accepted. It is not sent again automatically: a user decides.',
  (data) => `${NAMES[data.channel]} may have been sent${reasonSuffix(data)}`,
);
