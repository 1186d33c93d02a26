import { filteredList } from '../../platform/database/filtered-list.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Status } from './estimate.ts';
import { COLUMNS, type EstimateRow } from './queries.ts';

export interface EstimateFilters {
  statuses: readonly Status[] | null;
  leadId: string | null;
  customerId: string | null;
  lifecycleNumber: string | null;
  number: string | null;
}

const readPage = filteredList<EstimateRow, 'lead' | 'customer' | 'lifecycle' | 'number'>({
  name: 'list_estimates',
  select: `${COLUMNS} from estimates e`,
  alias: 'e',
  id: 'estimate_id',
  conditions: {
    // A lead is found by its number, which has an index.
    lead: (id) =>
      `e.lifecycle_number = (select l.lifecycle_number from leads l where l.organization_id = $1 and l.lead_id = ${id})`,
    customer: (id) => `e.lifecycle_number = any (lifecycle_numbers_of($1, ${id}))`,
    lifecycle: (number) => `e.lifecycle_number = ${number}`,
    number: (number) => `e.number = ${number}`,
  },
});

/** The newest versions that match the filters and are older than the given one. */
export function listEstimateRows(
  tx: Tx,
  { statuses, leadId, customerId, lifecycleNumber, number }: EstimateFilters,
  before: string | null,
  limit: number,
): Promise<EstimateRow[]> {
  const filters = { lead: leadId, customer: customerId, lifecycle: lifecycleNumber, number };
  return readPage(tx, { filters, statuses, before, limit });
}
