import { eventTypeFor } from '../../platform/events/event.ts';
import { Secret } from './schemas.ts';

const eventType = eventTypeFor('secrets:read');

export const secretCreated = eventType(
  'secret.created',
  'A secret was created. The event does not contain its value.',
  Secret,
  (secret) => `Secret ${secret.name} created`,
);
export const secretUpdated = eventType(
  'secret.updated',
  'A secret got a new value. The event does not contain it.',
  Secret,
  (secret) => `Secret ${secret.name} changed`,
);
export const secretDeleted = eventType(
  'secret.deleted',
  'A secret was deleted, and its value with it.',
  Secret,
  (secret) => `Secret ${secret.name} deleted`,
);
