import Type from 'typebox';
import { idInput, lifecycleNumberInput } from '../../domain/reference-fields.ts';
import { commaList } from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { filterById, filterByStatus, unknownStatuses } from '../../platform/list-filters.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { findToday } from '../invoices/index.ts';
import { STATUSES } from './estimate.ts';
import { listEstimateRows } from './list-estimates-query.ts';
import { toEstimate } from './queries.ts';
import { Estimate } from './schemas.ts';

export const listEstimates = read({
  id: 'listEstimates',
  path: '/v1/estimates',
  tag: 'Estimates',
  resource: 'estimate',
  scopes: ['estimates:read', 'estimates:own'],
  summary: 'List estimates',
  description: 'Returns estimates, each version on its own, newest first.',
  query: listQuery({
    status: commaList(STATUSES, {
      maxLength: 100,
      description: 'Return only estimates with one of these statuses.',
      example: 'sent,viewed',
    }),
    number: Type.Optional(
      Type.String({
        maxLength: 30,
        description: 'Return only the versions of the estimate with this number.',
        examples: ['EST-000001'],
      }),
    ),
    lead_id: idInput('lead', 'Return only estimates of this lead.'),
    customer_id: idInput('customer', 'Return only estimates of this customer.'),
    lifecycle_number: lifecycleNumberInput('Return only estimates with this lifecycle number.'),
  }),
  responses: pagesOf(Estimate, 'The estimates, newest first.'),
  check: (query) => unknownStatuses(STATUSES, query.status),
  async run(tx, { query }) {
    const filters = {
      statuses: filterByStatus(STATUSES, query.status),
      number: query.number?.toUpperCase() ?? null,
      leadId: filterById('lead', query.lead_id),
      customerId: filterById('customer', query.customer_id),
      lifecycleNumber: query.lifecycle_number ?? null,
    };
    const today = await findToday(tx);
    return pageById(
      query,
      'estimate',
      (before, limit) => listEstimateRows(tx, filters, before, limit),
      (row) => toEstimate(row, today),
    );
  },
});
