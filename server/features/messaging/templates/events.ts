import { eventTypeAbout } from '../../../platform/events/event.ts';
import { Template } from './schemas.ts';

const templateEvent = eventTypeAbout(Template, ({ name }) => `Template ${name}`, 'templates:read');

export const templateCreated = templateEvent('template.created', 'A template was created.');
export const templateUpdated = templateEvent(
  'template.updated',
  'A template was changed; `previous` has the old values.',
);
