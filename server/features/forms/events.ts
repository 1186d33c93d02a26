import { eventTypeFor } from '../../platform/events/event.ts';
import { Form } from './schemas.ts';

const formEvent = eventTypeFor(Form, 'forms:read');

export const formCreated = formEvent(
  'form.created',
  'A hosted form was created.',
  (form) => `Form ${form.name} created`,
);
export const formUpdated = formEvent(
  'form.updated',
  'A hosted form was updated, enabled or disabled; `previous` has the old values.',
  (form) => `Form ${form.name} updated`,
);
