import { eventTypeFor } from '../../platform/events/event.ts';
import { Customer } from './schemas.ts';

const customerEvent = eventTypeFor(Customer, 'customers:read');

export const customerCreated = customerEvent(
  'customer.created',
  'A customer was created by converting a lead.',
  'Customer created',
);
export const customerUpdated = customerEvent(
  'customer.updated',
  'A customer was updated.',
  'Customer updated',
);
