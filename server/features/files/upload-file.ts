import { Problem } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { creates } from '../../platform/http/responses.ts';
import { onceAtATime, upload } from '../../platform/http/upload-operation.ts';
import { keyReused } from '../../platform/idempotency.ts';
import { fileUploaded } from './events.ts';
import { FILE_TYPES, PDF } from './file-type.ts';
import { toFile, toFileWithName } from './queries.ts';
import { type FileUpload, hashUpload, receiveFile } from './receive.ts';
import { StoredFileWithName as Schema, type StoredFileWithName, UploadQuery } from './schemas.ts';
import { abandonFile, findFileOfKey, storeFile } from './upload-queries.ts';

const MAX_BYTES = 10 * 2 ** 20;

const images = FILE_TYPES.filter((type) => type !== PDF);
const IMAGE = { description: 'The bytes of the image.', example: '' };

export const uploadFile = upload({
  id: 'uploadFile',
  path: '/v1/files',
  tag: 'Files',
  resource: 'file',
  scopes: ['files:write', 'files:own'],
  summary: 'Upload a file',
  description:
    'Stores a photo, a signature or a document of up to 10 MiB: a JPEG, PNG or WebP image, or a PDF. The type is detected from the content. Send an `Idempotency-Key`, so that a file that is sent twice is stored once. Then use the `file_id`, such as in createJobAttachment.',
  query: UploadQuery,
  limitBytes: MAX_BYTES,
  media: {
    [PDF]: { description: 'The bytes of the document.', example: '%PDF-1.7\n%%EOF\n' },
    ...Object.fromEntries(images.map((type) => [type, IMAGE])),
    'application/octet-stream': { description: 'A file of any of these types.', example: '' },
  },
  responses: creates(Schema, 'The file.'),
  problems: [
    'upload_broken_off',
    'request_timeout',
    'body_too_large',
    'unsupported_media_type',
    'quota_exceeded',
    'upload_limit_reached',
    'too_many_uploads',
  ],
  run: (file) =>
    onceAtATime(file, `file ${file.caller.userId}`, async (key) => {
      const before = key === null ? null : await findBefore(file, key);
      return before ?? store(file, key);
    }),
});

interface Uploaded {
  status: 201;
  body: StoredFileWithName;
  replayed: boolean;
}

/** Runs under the lock of the key, so a file that is still `receiving` was interrupted. */
async function findBefore(file: FileUpload, key: string): Promise<Uploaded | null> {
  const before = await file.transaction((tx) => findFileOfKey(tx, file.caller.userId, key));
  if (before === null) return null;
  if (before.status === 'receiving') {
    await file.transaction(async (tx) => abandonFile(tx, before.file_id));
    return null;
  }
  const hash = await hashUpload(file);
  if (!hash.equals(before.request_hash)) throw keyReused();
  return { status: 201, body: toFileWithName(before), replayed: true };
}

async function store(file: FileUpload, key: string | null): Promise<Uploaded> {
  const received = await receiveFile(file, key);
  const end = file.transaction(async (tx) => {
    const row = await storeFile(tx, received);
    if (row === undefined) throw tookTooLong();
    tx.emit(null, pendingEvent(fileUploaded, toFile(row)));
    return { status: 201, body: toFileWithName(row), replayed: false } as const;
  });
  return end.catch(async (error: unknown) => {
    await file.transaction(async (tx) => abandonFile(tx, received.fileId)).catch(() => {});
    throw error;
  });
}

function tookTooLong(): Problem {
  const detail = 'The upload took more than 24 hours. Send the file again.';
  return new Problem(408, 'request_timeout', detail);
}
