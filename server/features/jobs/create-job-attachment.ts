import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { jobAttachmentAdded } from './events.ts';
import { findJob } from './queries.ts';
import { attachments, toAttachment } from './record-queries.ts';
import { CreateJobAttachmentBody, JobAttachment } from './record-schemas.ts';

export const createJobAttachment = mutation({
  id: 'createJobAttachment',
  method: 'POST',
  path: '/v1/jobs/{id}/attachments',
  tag: 'Jobs',
  resource: 'job',
  scopes: ['jobs:write', 'jobs:own'],
  summary: 'Attach a file to a job',
  description: 'Stores a reference to a file with the job. The file itself is not copied.',
  body: CreateJobAttachmentBody,
  responses: creates(JobAttachment, 'The attachment.'),
  problems: ['person_erased'],
  async run(tx, { params, body }) {
    const { job_id, lifecycle_number } = await findJob(tx, params.id);
    const row = {
      attachment_id: newUuid(),
      job_id,
      lifecycle_number,
      url: body.url,
      name: body.name.trim(),
      content_type: body.content_type ?? null,
      size_bytes: body.size_bytes ?? null,
      created_at: tx.now,
      updated_at: tx.now,
    };
    attachments.insert(tx, row);
    const attachment = toAttachment(row);
    tx.emit(lifecycle_number, pendingEvent(jobAttachmentAdded, attachment));
    return { status: 201, body: attachment };
  },
});
