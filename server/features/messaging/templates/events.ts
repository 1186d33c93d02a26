import { eventTypeFor } from '../../../platform/events/event.ts';
import { Template } from './schemas.ts';

const templateEvent = eventTypeFor(Template, 'templates:read');

export const templateCreated = templateEvent(
  'template.created',
  'A template was created.',
  (template) => `Template ${template.name} created`,
);
export const templateUpdated = templateEvent(
  'template.updated',
  'A template was changed; `previous` has the old values.',
  (template) => `Template ${template.name} updated`,
);
