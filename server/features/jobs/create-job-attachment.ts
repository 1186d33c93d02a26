import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { jobAttachmentAdded } from './events.ts';
import { findJob } from './queries.ts';
import { attachmentResource } from './record-queries.ts';
import { newRecord } from './record-row.ts';
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
    const row = {
      attachment_id: newUuid(),
      ...newRecord(tx, await findJob(tx, params.id)),
      url: body.url,
      name: body.name.trim(),
      content_type: body.content_type ?? null,
      size_bytes: body.size_bytes ?? null,
    };
    return { status: 201, body: createResource(tx, attachmentResource, row, jobAttachmentAdded) };
  },
});
