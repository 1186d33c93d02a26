import Type from 'typebox';
import { CONTACT_SCOPES } from '../../domain/scopes.ts';
import { readSearch } from '../../domain/search.ts';
import { SEARCH_TOO_SHORT } from '../../domain/search-parameter.ts';
import { assertMeets } from '../../platform/auth/needs.ts';
import { validationFailed } from '../../platform/errors.ts';
import { commaList } from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { filterByStatus, unknownStatuses } from '../../platform/list-filters.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { STATUSES } from './job.ts';
import { jobFilters, readJobFilters } from './job-filters.ts';
import { toJob } from './job-row.ts';
import { listJobRows } from './list-jobs-query.ts';
import { withNextVisits } from './next-visits.ts';
import { Job } from './schemas.ts';

export const listJobs = read({
  id: 'listJobs',
  path: '/v1/jobs',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:read', 'jobs:own'],
  summary: 'List jobs',
  description:
    'Returns the jobs of your organization, newest first, with their next visit. A job must match all filters that you send.',
  query: listQuery({
    status: commaList(STATUSES, {
      maxLength: 200,
      description: 'Return only jobs with one of these statuses.',
      example: 'scheduled,in_progress',
    }),
    ...jobFilters,
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
      ...readJobFilters(query, caller),
      search,
    };
    return pageById(
      query,
      'job',
      async (before, limit) => withNextVisits(tx, await listJobRows(tx, filters, before, limit)),
      toJob,
    );
  },
});
