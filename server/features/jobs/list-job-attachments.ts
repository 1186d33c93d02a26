import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { findJob } from './queries.ts';
import { listAttachmentRows, toAttachment } from './record-queries.ts';
import { JobAttachment } from './record-schemas.ts';

export const listJobAttachments = read({
  id: 'listJobAttachments',
  path: '/v1/jobs/{id}/attachments',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:read'],
  params: { id: 'job' },
  summary: 'List the attachments of a job',
  description: 'The files that were attached to it, newest first.',
  query: listQuery({}),
  answers: {
    200: {
      description: 'A page of attachments.',
      body: page(JobAttachment, 'The attachments, newest first.'),
    },
  },
  async run(tx, { params, query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const before = readIdCursor('attachment', query.cursor);
    const [, rows] = await Promise.all([
      findJob(tx, params.id),
      listAttachmentRows(tx, params.id, before, limit + 1),
    ]);
    return pageOf(rows, limit, toAttachment, (row) => idCursor('attachment', row.attachment_id));
  },
});
