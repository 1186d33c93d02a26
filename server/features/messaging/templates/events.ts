import { eventType } from '../../../platform/events/event.ts';
import { Template } from './schemas.ts';

export const templateCreated = eventType(
  'template.created',
  'A template was written.',
  Template,
  (template) => `Template ${template.name} written`,
);
export const templateUpdated = eventType(
  'template.updated',
  'A template changed: see `previous`.',
  Template,
  (template) => `Template ${template.name} changed`,
);
