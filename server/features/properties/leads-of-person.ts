import type { Tx } from '../../platform/database/transaction.ts';
import { filterById } from '../../platform/list-filters.ts';
import { readLifecyclesOfCustomer, readMergedLifecycles } from '../leads/index.ts';

/**
 * The leads whose places and machines a list with these filters shows: all requests of the customer, and all leads that
 * are merged with the lead. Null if there is no filter; none if the filters contradict each other.
 */
export async function leadsOfFilters(
  tx: Tx,
  filters: { customer_id?: string; lead_id?: string },
): Promise<string[] | null> {
  const customerId = filterById('customer', filters.customer_id);
  const leadId = filterById('lead', filters.lead_id);
  const [ofCustomer, ofLead] = await Promise.all([
    customerId === null ? null : readLifecyclesOfCustomer(tx, customerId),
    leadId === null ? null : readMergedLifecycles(tx, leadId),
  ]);
  const [some, others] = [ofCustomer, ofLead].flatMap((found) =>
    found === null ? [] : [found.map(({ lead_id }) => lead_id)],
  );
  if (some === undefined) return null;
  return others === undefined ? some : some.filter((id) => others.includes(id));
}
