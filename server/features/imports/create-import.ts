import type { Static } from 'typebox';
import { Problem } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { accepts } from '../../platform/http/responses.ts';
import type { Upload } from '../../platform/http/upload-operation.ts';
import { onceAtATime, upload } from '../../platform/http/upload-operation.ts';
import { keyReused } from '../../platform/idempotency.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { importStarted } from './events.ts';
import { CSV, NDJSON } from './file-format.ts';
import { importLeadsTask } from './import-leads.task.ts';
import { checkImportQuery, ImportQuery } from './import-query.ts';
import { type ImportRow, toImport } from './queries.ts';
import { hashUpload, type Received, receiveFile } from './receive.ts';
import { readReport } from './report.ts';
import { ImportReport } from './schemas.ts';
import { abandonImport, findImportOfKey, startImport } from './upload-queries.ts';

export const createImport = upload({
  id: 'createImport',
  path: '/v1/imports',
  tag: 'Imports',
  resource: 'import',
  scopes: ['leads:write'],
  summary: 'Import leads from a file',
  description:
    'Imports leads from a CSV or NDJSON file of up to 1 GiB. The response is sent when the whole file is stored; the rows are captured afterwards, one after another. The same rules apply as for a single capture, including `duplicate_of`, also for duplicates within the file. Rejected rows are reported by line, and the import continues. The header row of a CSV file is checked immediately. It needs `service_needed` and `phone` or `email`. It can also have `name`, `source`, `source_ref`, `address`, `notes`, `consent_call`, `consent_sms` and `consent_email` (`granted` or `denied`), the fields of `attribution` and `metadata.<key>`, in any order and case, separated by commas, semicolons or tabs. The file can be UTF-8, UTF-16 with a byte order mark, or the charset named in the Content-Type. With an `Idempotency-Key`, you can safely repeat an upload that was interrupted: the same file returns the same import with its current progress.',
  query: ImportQuery,
  check: checkImportQuery,
  limitBytes: 2 ** 30,
  media: {
    [CSV]: {
      description: 'A header row, then one row per lead.',
      example:
        'name,phone,email,service_needed\nDana Whitfield,+14155550134,dana@example.com,water_heater_repair\n',
    },
    [NDJSON]: {
      description:
        'One JSON object per line, each with the fields of captureLead except `transcript`.',
      example: '{"phone":"+14155550134","service_needed":"water_heater_repair"}\n',
    },
  },
  responses: accepts(ImportReport, 'The import, with its current progress.'),
  problems: [
    'upload_broken_off',
    'request_timeout',
    'body_too_large',
    'unsupported_media_type',
    'unsupported_charset',
    'import_empty',
    'upload_limit_reached',
    'too_many_uploads',
  ],
  async run(file) {
    return onceAtATime(file, 'import', async (key) =>
      key === null ? start(file, await receiveFile(file)) : importOnce(file, key),
    );
  },
});

type FileUpload = Upload<ImportQuery>;

interface Imported {
  status: 202;
  body: Static<typeof ImportReport>;
  replayed: boolean;
}

/** Runs under the lock of the key, so an import that is still `receiving` was interrupted. */
async function importOnce(file: FileUpload, key: string): Promise<Imported> {
  const before = await file.transaction((tx) => findImportOfKey(tx, key));
  if (before !== null && before.status !== 'receiving') return replay(file, before);
  if (before !== null) await file.transaction(async (tx) => abandonImport(tx, before.import_id));
  return start(file, await receiveFile(file));
}

async function replay(
  file: FileUpload,
  { import_id, request_hash }: Pick<ImportRow, 'import_id' | 'request_hash'>,
): Promise<Imported> {
  const hash = await hashUpload(file);
  if (!hash.equals(request_hash)) throw keyReused();
  const body = await file.transaction((tx) => readReport(tx, import_id));
  return { status: 202, body, replayed: true };
}

/** The task is queued in the same commit, so an acknowledged import is never lost. */
async function start(
  file: FileUpload,
  { importId, requestHash, bytesTotal }: Received,
): Promise<Imported> {
  return file.transaction(async (tx) => {
    const row = await startImport(tx, importId, requestHash, bytesTotal);
    if (row === undefined) throw uploadTimedOut();
    enqueue(tx, importLeadsTask, { import_id: importId });
    tx.emit(null, pendingEvent(importStarted, toImport(row)));
    const body = { ...toImport(row), errors: [], has_more: false, next_cursor: null };
    return { status: 202, body, replayed: false };
  });
}

function uploadTimedOut(): Problem {
  const detail = 'The upload took more than 24 hours. Send the file again.';
  return new Problem(408, 'request_timeout', detail);
}
