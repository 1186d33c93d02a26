import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { jobNoteAdded } from './events.ts';
import { findJob } from './queries.ts';
import { notes, toNote } from './record-queries.ts';
import { CreateJobNoteBody, JobNote } from './record-schemas.ts';

export const createJobNote = mutation({
  id: 'createJobNote',
  method: 'POST',
  path: '/v1/jobs/{id}/notes',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:write', 'jobs:own'],
  summary: 'Add a note to a job',
  description: 'Stores a note with the job. A note cannot be changed or deleted.',
  body: CreateJobNoteBody,
  responses: creates(JobNote, 'The note.'),
  problems: ['person_erased'],
  async run(tx, { params, body }) {
    const { job_id, lifecycle_number } = await findJob(tx, params.id);
    const row = {
      note_id: newUuid(),
      job_id,
      lifecycle_number,
      text: body.text,
      author: tx.actor.name,
      created_at: tx.now,
      updated_at: tx.now,
    };
    notes.insert(tx, row);
    const note = toNote(row);
    tx.emit(lifecycle_number, pendingEvent(jobNoteAdded, note));
    return { status: 201, body: note };
  },
});
