import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { showById } from '../../platform/http/show-by-id.ts';
import { toJob } from './job-row.ts';
import { findJob } from './queries.ts';
import { Job } from './schemas.ts';

export const getJob = read({
  id: 'getJob',
  path: '/v1/jobs/{id}',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:read', 'jobs:own'],
  summary: 'Get a job',
  description: 'Returns a job with its contract, warranty and checklist.',
  responses: returns(Job, 'The job.'),
  run: showById(findJob, toJob),
});
