import Type from 'typebox';
import * as field from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { countJobRows, type JobCountRow } from './count-jobs-query.ts';
import { STATUSES, type Status } from './job.ts';
import { jobFilters, readJobFilters } from './job-filters.ts';

const JobCounts = field.closedObject(
  'JobCounts',
  'How many jobs there are, and what they sum to.',
  {
    data: Type.Array(
      Type.Object(
        {
          status: Type.Unsafe<Status>({
            type: 'string',
            enum: [...STATUSES],
            description: 'Status of the jobs.',
            examples: ['scheduled'],
          }),
          count: Type.Integer({ description: 'Number of jobs.', examples: [12] }),
          amounts: Type.Array(
            Type.Object(
              {
                currency: Type.String({ description: 'Currency.', examples: ['USD'] }),
                amount: Type.Integer({ description: 'Sum in minor units.', examples: [2_450_000] }),
              },
              { additionalProperties: false },
            ),
            { description: 'Sums of their contracts, one per currency.' },
          ),
        },
        { additionalProperties: false },
      ),
      { description: 'One entry per status, also for a status without jobs.' },
    ),
  },
);

export const countJobs = read({
  id: 'countJobs',
  path: '/v1/jobs/count',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:read', 'jobs:own'],
  summary: 'Count jobs',
  description:
    'Returns the number of jobs and the sum of their contract amounts for each status, at one moment.',
  query: Type.Object(jobFilters, { additionalProperties: false }),
  ignoresEmpty: true,
  responses: returns(JobCounts, 'The counts and sums.'),
  async run(tx, { query, caller }) {
    const rows = await countJobRows(tx, readJobFilters(query, caller));
    return { data: STATUSES.map((status) => countsOf(status, rows)) };
  },
});

/** A row per status and currency; a job without an amount has no currency. */
function countsOf(status: Status, rows: readonly JobCountRow[]) {
  const own = rows.filter((row) => row.status === status);
  return {
    status,
    count: own.reduce((count, row) => count + row.count, 0),
    amounts: own.flatMap(({ currency, amount }) =>
      currency === null || amount === null ? [] : [{ currency, amount }],
    ),
  };
}
