import type { Tx } from '../../platform/database/transaction.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { customerUpdated } from './events.ts';
import { type CustomerRow, saveCustomer, toCustomer } from './queries.ts';
import type { Customer } from './schemas.ts';

/** Writes the change of a locked customer and the event that tells of it, if there is any. */
export function changeCustomer(tx: Tx, before: CustomerRow, after: CustomerRow): Customer {
  if (Object.keys(changedFields(before, after)).length === 0) return toCustomer(before);
  const saved = { ...after, updated_at: tx.now };
  saveCustomer(tx, saved);
  const customer = toCustomer(saved);
  const previous = changedFields(toCustomer(before), customer);
  tx.emit(before.lifecycle_number, pendingEvent(customerUpdated, customer, previous));
  return customer;
}
