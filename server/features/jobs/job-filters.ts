import Type, { type Static } from 'typebox';
import { textField } from '../../domain/text-limits.ts';
import { filterByUser, userFilter } from '../../domain/user-filter.ts';
import { filterById } from '../../platform/list-filters.ts';

/** The filters that the list and the counts of jobs share. */
export const jobFilters = {
  customer_id: Type.Optional(
    Type.String(
      textField('id', 'Only jobs of this customer.', 'customer_01h455vb4pex5vsknk084sn02q'),
    ),
  ),
  lifecycle_number: Type.Optional(
    Type.String(textField('lifecycleNumber', 'Only jobs with this lifecycle number.', '100042-7')),
  ),
  assigned_to: userFilter('Only jobs that are assigned to this user.'),
};

const JobFiltersQuery = Type.Object(jobFilters);

export function readJobFilters(
  query: Static<typeof JobFiltersQuery>,
  caller: Parameters<typeof filterByUser>[2],
) {
  return {
    customerId: filterById('customer', query.customer_id),
    lifecycleNumber: query.lifecycle_number ?? null,
    assignedTo: filterByUser('assigned_to', query.assigned_to, caller),
  };
}
