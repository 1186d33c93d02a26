import { readDoneAt } from '../../domain/done-at.ts';
import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { jobNoteAdded } from './events.ts';
import { findJob } from './queries.ts';
import { noteResource } from './record-queries.ts';
import { newRecord } from './record-row.ts';
import { CreateJobNoteBody, JobNote } from './record-schemas.ts';

export const createJobNote = mutation({
  id: 'createJobNote',
  method: 'POST',
  path: '/v1/jobs/{id}/notes',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:write', 'jobs:own'],
  summary: 'Add a note to a job',
  description:
    'Stores a note with the job. A note cannot be changed or deleted. One that was written without signal says when with `at`.',
  body: CreateJobNoteBody,
  responses: creates(JobNote, 'The note.'),
  problems: ['person_erased'],
  async run(tx, { params, body }) {
    const row = {
      note_id: newUuid(),
      written_at: readDoneAt(tx, body.at),
      ...newRecord(tx, await findJob(tx, params.id)),
      text: body.text,
      author: tx.actor.name,
    };
    return { status: 201, body: createResource(tx, noteResource, row, jobNoteAdded) };
  },
});
