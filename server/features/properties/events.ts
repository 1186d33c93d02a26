import { eventTypeAbout } from '../../platform/events/event.ts';
import { Property } from './schemas.ts';

const propertyEvent = eventTypeAbout(
  Property,
  ({ address }) => `Property ${address.line1}`,
  'customers:read',
);

export const propertyCreated = propertyEvent('property.created', 'A place of a person was added.');
export const propertyUpdated = propertyEvent(
  'property.updated',
  'A place of a person changed. `previous` holds the values before.',
);
