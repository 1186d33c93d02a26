import { eventTypeFor } from '../../platform/events/event.ts';
import { Customer } from './schemas.ts';

const eventType = eventTypeFor('customers:read');

export const customerCreated = eventType(
  'customer.created',
  'A customer was created by converting a lead.',
  Customer,
  () => 'Customer created',
);
export const customerUpdated = eventType(
  'customer.updated',
  'A customer was updated.',
  Customer,
  () => 'Customer updated',
);
