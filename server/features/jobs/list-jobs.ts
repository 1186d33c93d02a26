import Type from 'typebox';
import { CONTACT_SCOPES } from '../../domain/scopes.ts';
import { readSearch } from '../../domain/search.ts';
import { SEARCH_TOO_SHORT } from '../../domain/search-parameter.ts';
import { textField } from '../../domain/text-limits.ts';
import { filterByUser, userFilter } from '../../domain/user-filter.ts';
import { assertMeets } from '../../platform/auth/needs.ts';
import { validationFailed } from '../../platform/errors.ts';
import { commaList } from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { filterById, filterByStatus, unknownStatuses } from '../../platform/list-filters.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { STATUSES } from './job.ts';
import { toJob } from './job-row.ts';
import { listJobRows } from './list-jobs-query.ts';
import { Job } from './schemas.ts';

export const listJobs = read({
  id: 'listJobs',
  path: '/v1/jobs',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:read', 'jobs:own'],
  summary: 'List jobs',
  description:
    'Returns the jobs of your organization, newest first. A job must match all filters that you send.',
  query: listQuery({
    status: commaList(STATUSES, {
      maxLength: 200,
      description: 'Return only jobs with one of these statuses.',
      example: 'scheduled,in_progress',
    }),
    customer_id: Type.Optional(
      Type.String(
        textField(
          'id',
          'Return only jobs of this customer.',
          'customer_01h455vb4pex5vsknk084sn02q',
        ),
      ),
    ),
    lifecycle_number: Type.Optional(
      Type.String(
        textField('lifecycleNumber', 'Return only jobs with this lifecycle number.', '100042-7'),
      ),
    ),
    assigned_to: userFilter('Return only jobs that are assigned to this user.'),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Search text. One or more words in any order, each the start of a word of the title or of the customer’s name: at least three letters, or a shorter word in full. You can also send a lifecycle number, with or without its check digit, the customer’s email address, or three or more digits of the phone number in a row. Needs `leads:read` or `customers:read`.',
        examples: ['dana heater'],
      }),
    ),
  }),
  ignoresEmpty: true,
  responses: pagesOf(Job, 'The jobs, newest first.'),
  check: (query) => unknownStatuses(STATUSES, query.status),
  async run(tx, { query, caller }) {
    if (query.q !== undefined) {
      const because = 'Search text is compared with names, phones and emails of customers.';
      assertMeets(caller, [CONTACT_SCOPES], because, '/q');
    }
    const search = query.q === undefined ? null : readSearch(query.q, 'job');
    if (query.q !== undefined && search === null) throw validationFailed([SEARCH_TOO_SHORT]);
    const filters = {
      statuses: filterByStatus(STATUSES, query.status),
      customerId: filterById('customer', query.customer_id),
      lifecycleNumber: query.lifecycle_number ?? null,
      assignedTo: filterByUser('assigned_to', query.assigned_to, caller),
      search,
    };
    return pageById(
      query,
      'job',
      (before, limit) => listJobRows(tx, filters, before, limit),
      toJob,
    );
  },
});
