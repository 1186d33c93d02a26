import { eventTypeFor } from '../../platform/events/event.ts';
import { Form } from './schemas.ts';

const eventType = eventTypeFor('forms:read');

export const formCreated = eventType(
  'form.created',
  'A hosted form was created.',
  Form,
  (form) => `Form ${form.name} created`,
);
export const formUpdated = eventType(
  'form.updated',
  'A hosted form was updated, enabled or disabled; `previous` has the old values.',
  Form,
  (form) => `Form ${form.name} updated`,
);
