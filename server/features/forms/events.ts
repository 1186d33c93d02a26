import { eventType } from '../../platform/events/event.ts';
import { Form } from './schemas.ts';

export const formCreated = eventType(
  'form.created',
  'A hosted form was made.',
  Form,
  (form) => `Form ${form.name} made`,
);
export const formUpdated = eventType(
  'form.updated',
  'A hosted form changed, or was taken off line or put back: see `previous`.',
  Form,
  (form) => `Form ${form.name} changed`,
);
