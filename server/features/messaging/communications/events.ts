import { eventType } from '../../../platform/events/event.ts';
import { Communication } from './schemas.ts';

const NAMES: Record<Communication['channel'], string> = {
  call: 'Call',
  chat: 'Chat',
  sms: 'Text',
  email: 'Mail',
  note: 'Note',
};
const DONE: Record<Communication['channel'], string> = {
  call: 'Call made',
  chat: 'Chat written',
  sms: 'Text written',
  email: 'Mail written',
  note: 'Note taken',
};

/** With the reason where there is one. */
function because({ status_reason }: Communication): string {
  return status_reason === null ? '' : `: ${status_reason.replaceAll('_', ' ')}`;
}

export const communicationReceived = eventType(
  'communication.received',
  'The contact called or wrote to us.',
  Communication,
  ({ channel }) => `${NAMES[channel]} received`,
);
export const communicationRecorded = eventType(
  'communication.recorded',
  'Somebody of ours called or wrote to the contact, or took a note, and recorded it.',
  Communication,
  ({ channel }) => DONE[channel],
);
export const communicationQueued = eventType(
  'communication.queued',
  'A text or mail waits to be sent.',
  Communication,
  ({ channel }) => `${NAMES[channel]} queued`,
);
export const communicationSent = eventType(
  'communication.sent',
  'The mail server or gateway has taken a text or mail.',
  Communication,
  ({ channel }) => `${NAMES[channel]} sent`,
);
export const communicationDelivered = eventType(
  'communication.delivered',
  'The gateway reported a text delivered.',
  Communication,
  ({ channel }) => `${NAMES[channel]} delivered`,
);
export const communicationFailed = eventType(
  'communication.failed',
  'A text or mail could not be sent, or was not delivered: see `status_reason`.',
  Communication,
  (data) => `${NAMES[data.channel]} failed${because(data)}`,
);
export const communicationNotSent = eventType(
  'communication.not_sent',
  'A text or mail was not sent because it must not be, or because there is no channel: see `status_reason`.',
  Communication,
  (data) => `${NAMES[data.channel]} not sent${because(data)}`,
);
export const communicationUnknown = eventType(
  'communication.unknown',
  'A text or mail may or may not have been taken. It is not sent again by itself; a person decides.',
  Communication,
  (data) => `${NAMES[data.channel]} perhaps sent${because(data)}`,
);
