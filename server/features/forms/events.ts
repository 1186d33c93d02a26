import { eventTypeAbout } from '../../platform/events/event.ts';
import { Form } from './schemas.ts';

const formEvent = eventTypeAbout(Form, ({ name }) => `Form ${name}`, 'forms:read');

export const formCreated = formEvent('form.created', 'A hosted form was created.');
export const formUpdated = formEvent(
  'form.updated',
  'A hosted form was updated, enabled or disabled; `previous` has the old values.',
);
