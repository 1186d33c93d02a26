import { eventTypeAbout } from '../../platform/events/event.ts';
import { Equipment } from './schemas.ts';

const equipmentEvent = eventTypeAbout(
  Equipment,
  ({ kind }) => `Equipment ${kind}`,
  'customers:read',
);

export const equipmentCreated = equipmentEvent(
  'equipment.created',
  'A machine was added.',
  'added',
);
export const equipmentUpdated = equipmentEvent(
  'equipment.updated',
  'A machine changed. `previous` holds the values before.',
);
