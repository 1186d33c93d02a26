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
import { listNoteRows, toNote } from './record-queries.ts';
import { JobNote } from './record-schemas.ts';

export const listJobNotes = read({
  id: 'listJobNotes',
  path: '/v1/jobs/{id}/notes',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:read'],
  params: { id: 'job' },
  summary: 'List the notes of a job',
  description: 'What is to be remembered about it, newest first.',
  query: listQuery({}),
  answers: {
    200: { description: 'A page of notes.', body: page(JobNote, 'The notes, newest first.') },
  },
  async run(tx, { params, query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const before = readIdCursor('note', query.cursor);
    const [, rows] = await Promise.all([
      findJob(tx, params.id),
      listNoteRows(tx, params.id, before, limit + 1),
    ]);
    return pageOf(rows, limit, toNote, (row) => idCursor('note', row.note_id));
  },
});
