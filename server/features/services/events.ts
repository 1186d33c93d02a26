import { eventTypeAbout } from '../../platform/events/event.ts';
import { Service } from './schemas.ts';

const serviceEvent = eventTypeAbout(Service, ({ name }) => `Service ${name}`, 'services:read');

export const serviceCreated = serviceEvent('service.created', 'A service was defined.');
export const serviceUpdated = serviceEvent(
  'service.updated',
  'A service changed, or was activated or deactivated. `previous` holds the values before.',
);
