import type { Tx } from '../../platform/database/transaction.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { customerUpdated } from './events.ts';
import { type CustomerRow, saveCustomer, toCustomer } from './queries.ts';
import type { Customer } from './schemas.ts';

/** Saves a locked customer and emits its event, if anything changed. */
export function changeCustomer(tx: Tx, before: CustomerRow, after: CustomerRow): Customer {
  if (Object.keys(changedFields(before, after)).length === 0) return toCustomer(before);
  const resource = { save: saveCustomer, show: toCustomer };
  return changeResource(tx, resource, before, after, customerUpdated);
}
