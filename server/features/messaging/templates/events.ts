import { eventTypeFor } from '../../../platform/events/event.ts';
import { Template } from './schemas.ts';

const eventType = eventTypeFor('templates:read');

export const templateCreated = eventType(
  'template.created',
  'A template was created.',
  Template,
  (template) => `Template ${template.name} created`,
);
export const templateUpdated = eventType(
  'template.updated',
  'A template was changed; `previous` has the old values.',
  Template,
  (template) => `Template ${template.name} updated`,
);
