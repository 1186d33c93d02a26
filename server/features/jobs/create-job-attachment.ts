import type { Static } from 'typebox';
import { toUuid } from '../../domain/ids.ts';
import { oneOfErrors } from '../../domain/one-of.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FieldError } from '../../platform/errors.ts';
import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { findContent, isImage } from '../files/index.ts';
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
  description:
    'Attaches a file that you uploaded with uploadFile, or a reference to a file that is stored elsewhere and not copied. A signature has the kind `signature`.',
  body: CreateJobAttachmentBody,
  responses: creates(JobAttachment, 'The attachment.'),
  problems: ['person_erased', 'file_erased'],
  check: (body) => ({
    errors: [
      ...oneOfErrors(body, ['file_id', 'url'], 'the file to attach'),
      ...(body.file_id === undefined ? nameErrors(body) : fixedErrors(body)),
    ],
  }),
  async run(tx, { params, body }) {
    const [job, file] = await Promise.all([findJob(tx, params.id), fileOf(tx, body)]);
    const kind = body.kind ?? (isImage(file.content_type ?? '') ? 'photo' : 'document');
    const row = { attachment_id: newUuid(), ...newRecord(tx, job), kind, ...file };
    return { status: 201, body: createResource(tx, attachmentResource, row, jobAttachmentAdded) };
  },
});

async function fileOf(tx: Tx, body: Static<typeof CreateJobAttachmentBody>) {
  const name = body.name?.trim();
  if (body.file_id === undefined) {
    const { url = null, content_type = null, size_bytes = null } = body;
    return { file_id: null, url, name: name ?? '', content_type, size_bytes };
  }
  const file = await findContent(tx, toUuid('file', body.file_id));
  const { file_id, content_type, size_bytes } = file;
  return { file_id, url: null, name: name ?? file.name, content_type, size_bytes };
}

function nameErrors({ name }: Record<string, unknown>): FieldError[] {
  if (name !== undefined) return [];
  const detail = 'The field name is required for a url. Send a name for people.';
  return [{ pointer: '/name', code: 'required', detail }];
}

/** They come from the file. */
function fixedErrors(body: Record<string, unknown>): FieldError[] {
  return ['content_type', 'size_bytes']
    .filter((name) => body[name] !== undefined)
    .map((name) => ({
      pointer: `/${name}`,
      code: 'not_allowed',
      detail: `The field ${name} comes from the uploaded file. Leave it out.`,
    }));
}
