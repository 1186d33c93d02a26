import { eventTypeFor } from '../../platform/events/event.ts';
import { Customer } from './schemas.ts';

const customerEvent = eventTypeFor(Customer, 'customers:read');

export const customerCreated = customerEvent(
  'customer.created',
  'A customer was created by converting a lead.',
  'Customer created',
);
export const customerMerged = customerEvent(
  'customer.merged',
  'A customer was merged into another one: they are one person. `merged_into` is the id of the other.',
  'Customer merged',
);
export const customerUnmerged = customerEvent(
  'customer.unmerged',
  'A merged customer is separate again.',
  'Merge of customers undone',
);
export const customerUpdated = customerEvent(
  'customer.updated',
  'A customer was updated.',
  'Customer updated',
);
