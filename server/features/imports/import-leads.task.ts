import type { Database } from '../../platform/database/database.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { QueuedTask, Task } from '../../platform/tasks/task.ts';
import { type CapturedBatch, captureBatch, probeBatch } from '../leads/index.ts';
import { type Batch, batchesOf } from './batches.ts';
import { importCompleted, importFailed } from './events.ts';
import { type ImportRow, saveImport, toImport } from './queries.ts';
import { CHUNK_BYTES } from './receive.ts';
import {
  deleteChunksBefore,
  findRunningImport,
  lockImportAt,
  type RunningImport,
  readChunk,
  saveErrors,
} from './run-queries.ts';

interface ImportTask {
  import_id: string;
}

/** After this long a run makes room for other imports and goes on in a task of its own. */
const RUN_MS = 10_000;

/**
 * Works off an import from its checkpoint on, batch by batch. Leads, errors, counters and checkpoint of
 * a batch are one transaction, so a worker that is killed loses and doubles nothing; and of two workers
 * on one import only the one that finds the checkpoint where it left it goes on.
 */
export const importLeadsTask: Task<ImportTask> = {
  name: 'import-leads',
  description: 'Captures the rows of an imported file.',
  retryLimit: 10,
  async handle({ database }, tasks) {
    for (const task of tasks) await workOff(database, task);
  },
};

async function workOff(
  database: Database,
  { data, signal }: QueuedTask<ImportTask>,
): Promise<void> {
  const endsAt = performance.now() + RUN_MS;
  const organizationId = data.organization_id;
  const work: Work = { database, organizationId, importId: data.import_id };
  const running = await database.read({ organizationId, actor: IMPORT }, (tx) =>
    findRunningImport(tx, data.import_id),
  );
  if (running === null) return;

  const start = { offset: running.bytes_done, line: running.next_line };
  const { format, country } = running;
  const batches = batchesOf({ format, start, country }, piecesFrom(work, running));
  try {
    let preparing = batches.next();
    let before = NOTHING_BEFORE;
    for (;;) {
      const { value: batch } = await preparing;
      if (!batch) return;
      const pauses = !batch.isLast && (performance.now() > endsAt || signal.aborted);
      // While the database writes one batch it looks for the duplicates of the next, and the one after
      // that is read.
      if (!pauses) preparing = batches.next();
      preparing.catch(() => {});
      if (!(await before.isWriting)) return;
      before = writeBatch(work, running, batch, pauses, before.written);
      if (batch.isLast || pauses) break;
    }
    await before.written;
  } catch (error) {
    if (!(error instanceof FileGone)) throw error;
    await fail(work, running, error.message);
  }
}

/** A batch on its way into the database. */
interface Writing {
  /** True once it holds all its locks and the batch before is done; false if it was not its turn. */
  isWriting: Promise<boolean>;
  /** Its leads, once they are committed; null if it was not its turn. */
  written: Promise<Leads | null>;
}

type Leads = Awaited<CapturedBatch['leads']>;

const NOTHING_BEFORE: Writing = {
  isWriting: Promise.resolve(true),
  written: Promise.resolve([]),
};

interface Work {
  database: Database;
  organizationId: string;
  importId: string;
}

const IMPORT = { type: 'system', id: null, name: 'import' } as const;

/** Of what was acknowledged, something is missing: nothing that trying again would bring back. */
class FileGone extends Error {}

async function* piecesFrom(
  { database, organizationId, importId }: Work,
  { bytes_done, bytes_total }: ImportRow,
): AsyncGenerator<Buffer, void> {
  for (let at = bytes_done; at < bytes_total; ) {
    const chunk = Math.floor(at / CHUNK_BYTES);
    const bytes = await database.read({ organizationId, actor: IMPORT }, (tx) =>
      readChunk(tx, importId, chunk),
    );
    if (bytes === null)
      throw new FileGone('A part of the file is no longer there. Import it again.');
    yield bytes.subarray(at % CHUNK_BYTES);
    at = (chunk + 1) * CHUNK_BYTES;
  }
}

/** Begins the batch beside the one before, whose commit it awaits before it writes anything. */
function writeBatch(
  { database, organizationId, importId }: Work,
  { actor, qualification_policy: qualificationPolicy }: RunningImport,
  batch: Batch,
  pauses: boolean,
  before: Promise<Leads | null>,
): Writing {
  const isWriting = Promise.withResolvers<boolean>();
  const written = database.transaction({ organizationId, actor }, async (tx) => {
    const probe = await probeBatch(tx, batch.captures);
    const leadsBefore = await before;
    const row = leadsBefore && (await lockImportAt(tx, importId, batch.start.offset));
    // Another worker has gone on with the import.
    if (leadsBefore === null || row === null) return null;
    isWriting.resolve(true);
    const captured = captureBatch(tx, batch.captures, probe, leadsBefore, { qualificationPolicy });
    saveErrors(tx, importId, row.error_count, batch.errors);
    const after: ImportRow = {
      ...row,
      bytes_done: batch.end.offset,
      next_line: batch.end.line,
      accepted: row.accepted + captured.accepted,
      duplicates: row.duplicates + captured.duplicates,
      repeated: row.repeated + captured.repeated,
      rejected: row.rejected + batch.rejected,
      error_count: row.error_count + batch.errors.length,
      updated_at: tx.now,
      ...(batch.isLast ? { status: 'completed', completed_at: tx.now } : {}),
    };
    saveImport(tx, after);
    const neededFrom = batch.isLast ? NO_CHUNK : Math.floor(batch.end.offset / CHUNK_BYTES);
    deleteChunksBefore(tx, importId, neededFrom);
    if (pauses) enqueue(tx, importLeadsTask, { import_id: importId });
    if (batch.isLast) tx.emit(null, pendingEvent(importCompleted, toImport(after)));
    return captured.leads;
  });
  written.then((leads) => isWriting.resolve(leads !== null), isWriting.reject);
  isWriting.promise.catch(() => {});
  return { isWriting: isWriting.promise, written };
}

/** More than any file has. */
const NO_CHUNK = 2 ** 31 - 1;

function fail(
  { database, organizationId, importId }: Work,
  { actor }: RunningImport,
  failure: string,
): Promise<void> {
  return database.transaction({ organizationId, actor }, async (tx) => {
    const before = await findRunningImport(tx, importId);
    if (before === null) return;
    const after: ImportRow = {
      ...before,
      status: 'failed',
      failure,
      completed_at: tx.now,
      updated_at: tx.now,
    };
    saveImport(tx, after);
    deleteChunksBefore(tx, importId, NO_CHUNK);
    tx.emit(null, pendingEvent(importFailed, toImport(after)));
  });
}
