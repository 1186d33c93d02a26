import { eventTypeFor } from '../../platform/events/event.ts';
import { Secret } from './schemas.ts';

const secretEvent = eventTypeFor(Secret, 'secrets:read');

export const secretCreated = secretEvent(
  'secret.created',
  'A secret was created. The event does not contain its value.',
  (secret) => `Secret ${secret.name} created`,
);
export const secretUpdated = secretEvent(
  'secret.updated',
  'A secret got a new value. The event does not contain it.',
  (secret) => `Secret ${secret.name} changed`,
);
export const secretDeleted = secretEvent(
  'secret.deleted',
  'A secret was deleted, and its value with it.',
  (secret) => `Secret ${secret.name} deleted`,
);
