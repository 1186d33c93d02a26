import { eventTypeAbout } from '../../platform/events/event.ts';
import { Secret } from './schemas.ts';

const secretEvent = eventTypeAbout(Secret, ({ name }) => `Secret ${name}`, 'secrets:read');

export const secretCreated = secretEvent(
  'secret.created',
  'A secret was created. The event does not contain its value.',
);
export const secretUpdated = secretEvent(
  'secret.updated',
  'A secret got a new value. The event does not contain it.',
  'changed',
);
export const secretDeleted = secretEvent(
  'secret.deleted',
  'A secret was deleted, and its value with it.',
);
