import type { Tx } from '../../platform/database/transaction.ts';
import { updateResource } from '../../platform/events/change-resource.ts';
import { customerUpdated } from './events.ts';
import { type CustomerRow, saveCustomer, toCustomer } from './queries.ts';
import type { Customer } from './schemas.ts';

/** Saves a locked customer and emits its event, if anything changed. */
export function changeCustomer(tx: Tx, before: CustomerRow, after: CustomerRow): Customer {
  const resource = { save: saveCustomer, show: toCustomer };
  return updateResource(tx, resource, before, after, customerUpdated);
}
