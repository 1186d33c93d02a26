import { eventType } from '../../platform/events/event.ts';
import { Communication } from './schemas.ts';

export const communicationReceived = eventType(
  'communication.received',
  'The contact called or wrote to us.',
  Communication,
  ({ channel }) => (channel === 'call' ? 'Call received' : 'Chat received'),
);
export const communicationRecorded = eventType(
  'communication.recorded',
  'Somebody of ours called or wrote to the contact, and recorded it.',
  Communication,
  ({ channel }) => (channel === 'call' ? 'Call made' : 'Chat written'),
);
