import type { Static } from 'typebox';
import { Problem } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import type { Upload } from '../../platform/http/upload-operation.ts';
import { upload } from '../../platform/http/upload-operation.ts';
import { keyInUse, keyReused } from '../../platform/idempotency.ts';
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
  problems: [
    'upload_broken_off',
    'request_timeout',
    'body_too_large',
    'unsupported_media_type',
    'unsupported_charset',
    'import_empty',
    'too_many_uploads',
  ],
  summary: 'Import leads from a file',
  description:
    'Takes a file of leads, up to 1 GiB, and answers once all of it is kept safe; then its rows are captured one after the other by the rules of a single capture, `duplicate_of` included, also within the file. The rows that are rejected are reported by their line, the others go on. The header row of a CSV file is checked at once: it needs `service_needed` and `phone` or `email`, and may have `name`, `source`, `source_ref`, `address`, `notes`, `consent_call`, `consent_sms` and `consent_email` (`granted` or `denied`), in any order and case, with commas, semicolons or tabs between them. UTF-8, UTF-16 with its mark, or whatever charset the Content-Type names. With an `Idempotency-Key` an upload that broke off is safe to send again: the same file answers the same import as it is now.',
  query: ImportQuery,
  check: checkImportQuery,
  limitBytes: 2 ** 30,
  media: {
    [CSV]: {
      description: 'A header row, then a row a lead.',
      example:
        'name,phone,email,service_needed\nDana Whitfield,+14155550134,dana@example.com,water_heater_repair\n',
    },
    [NDJSON]: {
      description: 'A JSON object a line, each with the fields of captureLead but `transcript`.',
      example: '{"phone":"+14155550134","service_needed":"water_heater_repair"}\n',
    },
  },
  answers: { 202: { description: 'The import, as far as it is.', body: ImportReport } },
  async run(file) {
    const { idempotencyKey: key } = file;
    if (key === null) return start(file, await receiveFile(file));
    const answer = await file.holding(`import ${key}`, () => importOnce(file, key));
    if (answer === null) throw keyInUse();
    return answer;
  },
});

type FileUpload = Upload<ImportQuery>;

interface Imported {
  status: 202;
  body: Static<typeof ImportReport>;
  replayed: boolean;
}

/** Under the key's lock: nothing that is still `receiving` is being received any more. */
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

/** From this commit on the import is promised: its task is queued with it. */
async function start(
  file: FileUpload,
  { importId, requestHash, bytesTotal }: Received,
): Promise<Imported> {
  return file.transaction(async (tx) => {
    const row = await startImport(tx, importId, requestHash, bytesTotal);
    if (row === undefined) throw givenUp();
    enqueue(tx, importLeadsTask, { import_id: importId });
    tx.emit(null, pendingEvent(importStarted, toImport(row)));
    const body = { ...toImport(row), errors: [], has_more: false, next_cursor: null };
    return { status: 202, body, replayed: false };
  });
}

function givenUp(): Problem {
  const detail = 'The file took more than 24 hours to arrive. Send it again.';
  return new Problem(408, 'request_timeout', detail);
}
