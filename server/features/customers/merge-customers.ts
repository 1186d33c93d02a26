import type { Tx } from '../../platform/database/transaction.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import { customerMerged, customerUnmerged } from './events.ts';
import { type CustomerRow, lockCustomer, saveCustomer, toCustomer } from './queries.ts';

const CUSTOMER = { save: saveCustomer, show: toCustomer };

/**
 * Two customers are one person: the second represents both from now on. The first keeps its records and its number.
 * Returns the customer that was merged; null if they are the same already.
 */
export async function mergeCustomers(
  tx: Tx,
  customerId: string,
  intoId: string,
): Promise<string | null> {
  const [from, into] = await lockStandingPair(tx, customerId, intoId);
  if (from.customer_id === into.customer_id) return null;
  changeResource(tx, CUSTOMER, from, { merged_into: into.customer_id }, customerMerged);
  return from.customer_id;
}

export async function separateCustomer(tx: Tx, customerId: string): Promise<void> {
  const customer = await lockCustomer(tx, customerId);
  if (customer.merged_into === null) return;
  changeResource(tx, CUSTOMER, customer, { merged_into: null }, customerUnmerged);
}

/** Locked in the order of their ids, so that two merges of the same pair do not wait for each other. */
async function lockStandingPair(
  tx: Tx,
  customerId: string,
  intoId: string,
): Promise<[CustomerRow, CustomerRow]> {
  const [first, second] = [customerId, intoId].sort();
  const locked = new Map<string, CustomerRow>();
  for (const id of [first, second]) {
    if (id !== undefined) locked.set(id, await lockStanding(tx, id));
  }
  const [from, into] = [locked.get(customerId), locked.get(intoId)];
  if (!from || !into) throw new Error('A customer of the pair was not locked.');
  return [from, into];
}

async function lockStanding(tx: Tx, customerId: string): Promise<CustomerRow> {
  const customer = await lockCustomer(tx, customerId);
  return customer.merged_into === null ? customer : lockStanding(tx, customer.merged_into);
}
