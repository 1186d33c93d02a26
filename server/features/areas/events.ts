import { eventTypeAbout } from '../../platform/events/event.ts';
import { Area } from './schemas.ts';

const areaEvent = eventTypeAbout(Area, ({ name }) => `Area ${name}`, 'services:read');

export const areaCreated = areaEvent('area.created', 'An area was defined.');
export const areaUpdated = areaEvent(
  'area.updated',
  'An area changed, or was activated or deactivated. `previous` holds the values before.',
);
