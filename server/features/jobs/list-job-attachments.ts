import { read } from '../../platform/http/operation.ts';
import { listQuery, pagesOf } from '../../platform/paging.ts';
import { listAttachmentRows, toAttachment } from './record-queries.ts';
import { newestOfJob } from './record-row.ts';
import { JobAttachment } from './record-schemas.ts';

export const listJobAttachments = read({
  id: 'listJobAttachments',
  path: '/v1/jobs/{id}/attachments',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:read', 'jobs:own'],
  summary: 'List the attachments of a job',
  description: 'Returns the attachments of a job, newest first.',
  query: listQuery({}),
  responses: pagesOf(JobAttachment, 'The attachments, newest first.'),
  run: newestOfJob('attachment', listAttachmentRows, toAttachment),
});
