import { eventType } from '../../../platform/events/event.ts';
import { Template } from './schemas.ts';

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
