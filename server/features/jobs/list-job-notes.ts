import { read } from '../../platform/http/operation.ts';
import { listQuery, pagesOf } from '../../platform/paging.ts';
import { listNoteRows, toNote } from './record-queries.ts';
import { newestOfJob } from './record-row.ts';
import { JobNote } from './record-schemas.ts';

export const listJobNotes = read({
  id: 'listJobNotes',
  path: '/v1/jobs/{id}/notes',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:read', 'jobs:own'],
  summary: 'List the notes of a job',
  description: 'Returns the notes of a job, newest first.',
  query: listQuery({}),
  responses: pagesOf(JobNote, 'The notes, newest first.'),
  run: newestOfJob('note', listNoteRows, toNote),
});
