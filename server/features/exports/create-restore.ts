import Type from 'typebox';
import { tableOf, violates } from '../../platform/database/database.ts';
import { conflict, Problem } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { accepts } from '../../platform/http/responses.ts';
import { type Upload, upload } from '../../platform/http/upload-operation.ts';
import { keyReused } from '../../platform/idempotency.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { restoreStarted } from './events.ts';
import { EXAMPLE_FILE } from './example-file.ts';
import { GZIP, NDJSON } from './file-format.ts';
import { lockForRestore } from './fill-queries.ts';
import { hashUpload, MAX_FILE_BYTES, receiveFile } from './receive-file.ts';
import { restoreOrganization } from './restore-organization.task.ts';
import { findRestore, type RestoreRow, toRestore } from './restore-queries.ts';
import { Restore } from './schemas.ts';
import { abandonUploads, findRestoreOfKey, startRestore } from './upload-queries.ts';

export const createRestore = upload({
  id: 'createRestore',
  path: '/v1/restores',
  tag: 'Exports',
  resource: 'restore',
  scopes: ['exports:write'],
  summary: 'Restore an export',
  description:
    'Restores the file of an export into an empty organization: one without users, leads, playbooks of its own or any other data. The response is sent when the whole file was received and checked; it is then written in one transaction, so all of it becomes visible at once, or nothing. Ids, lifecycle numbers, invoice numbers and times stay the same, and the events of the file continue the log. Nothing is sent: channels, playbooks and webhook endpoints are restored disabled, with new keys and secrets, and scheduled messages, active runs and holds are ended. Tokens are not restored.',
  query: Type.Object({}, { additionalProperties: false }),
  limitBytes: MAX_FILE_BYTES,
  media: {
    [NDJSON]: { description: 'The file of an export.', example: EXAMPLE_FILE },
    [GZIP]: { description: 'The same file, compressed with gzip.', example: '' },
  },
  responses: accepts(Restore, 'The restore, with its current progress.'),
  problems: [
    'upload_broken_off',
    'request_timeout',
    'body_too_large',
    'unsupported_media_type',
    'organization_not_empty',
    'restore_in_progress',
    'restore_file_invalid',
    'too_many_uploads',
    'upload_limit_reached',
  ],
  async run(file) {
    const result = await file.holding('restore', () => restoreOnce(file));
    if (result === null) throw inProgress();
    return result;
  },
});

/** Runs under the organization's lock, so an upload that is still `receiving` was interrupted. */
async function restoreOnce(file: Upload<unknown>) {
  const { idempotencyKey: key } = file;
  const before = key && (await file.transaction((tx) => findRestoreOfKey(tx, key)));
  if (before) return replay(file, before);
  try {
    await file.transaction(async (tx) => {
      abandonUploads(tx, tx.now);
      await lockForRestore(tx);
    });
    const received = await receiveFile(file);
    return await file.transaction(async (tx) => {
      const row = await startRestore(tx, received);
      if (row === undefined) throw uploadTimedOut();
      enqueue(tx, restoreOrganization, { restore_id: row.restore_id });
      tx.emit(null, pendingEvent(restoreStarted, toRestore(row)));
      return { status: 202, body: toRestore(row), replayed: false } as const;
    });
  } catch (error) {
    if (violates(error, 'organization_not_empty')) throw notEmpty(error);
    throw violates(error, 'restores_one_at_a_time') ? inProgress() : error;
  }
}

async function replay(
  file: Upload<unknown>,
  { restore_id, request_hash }: Pick<RestoreRow, 'restore_id' | 'request_hash'>,
) {
  const hash = await hashUpload(file);
  if (!hash.equals(request_hash)) throw keyReused();
  const row = await file.transaction((tx) => findRestore(tx, restore_id));
  return { status: 202, body: toRestore(row), replayed: true } as const;
}

function notEmpty(error: unknown): Problem {
  const found = tableOf(error) ?? 'data';
  return conflict(
    'organization_not_empty',
    `The organization already has ${found.replaceAll('_', ' ')}. Create a new organization and restore the file with its first token.`,
  );
}

function inProgress(): Problem {
  return conflict(
    'restore_in_progress',
    'A file is already being restored into this organization. Wait until it ends.',
  );
}

function uploadTimedOut(): Problem {
  const detail = 'The upload took more than 24 hours. Send the file again.';
  return new Problem(408, 'request_timeout', detail);
}
