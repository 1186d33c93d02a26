import type { Database } from '../../platform/database/database.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { QueuedTask, Task } from '../../platform/tasks/task.ts';
import { compareBatch, insertLeads, type NewLead, probeBatch } from '../leads/index.ts';
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

/** After this time the import continues in a new task, so that other imports get their turn. */
const RUN_MS = 10_000;

/**
 * Processes an import from its checkpoint, batch by batch. The leads, errors, counters and checkpoint of a batch
 * are written in one transaction, so a killed worker loses and repeats nothing. If two workers process the same
 * import, only the one that finds the checkpoint where it left it continues.
 */
export const importLeadsTask: Task<ImportTask> = {
  name: 'import-leads',
  description: 'Captures the rows of an imported file.',
  retryLimit: 10,
  async handle({ database }, tasks) {
    for (const task of tasks) await processImport(database, task);
  },
};

async function processImport(
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
  const batches = batchesOf({ format, start, country }, readPieces(work, running));
  try {
    let preparing = batches.next();
    let before = NO_PREVIOUS_BATCH;
    for (;;) {
      const { value: batch } = await preparing;
      if (!batch) return;
      const isPausing = !batch.isLast && (performance.now() > endsAt || signal.aborted);
      // Three batches at once: one is written, one is compared, one is read.
      if (!isPausing) preparing = batches.next();
      preparing.catch(() => {});
      const comparable = await before.comparable;
      if (comparable === null) return;
      before = writeBatch(work, running, batch, isPausing, comparable, before.written);
      if (batch.isLast || isPausing) break;
    }
    await before.written;
  } catch (error) {
    if (!(error instanceof FilePartMissing)) throw error;
    await fail(work, running, error.message);
  }
}

/** A batch that is being written. */
interface Writing {
  /** Its leads, once it has all its locks and the previous batch is committed; null if another worker took over. */
  comparable: Promise<Leads | null>;
  /** Its leads, once they are committed: others, if the transaction ran again. Null if another worker took over. */
  written: Promise<Leads | null>;
}

type Leads = readonly NewLead[];

const NO_LEADS = Promise.resolve([]);

const NO_PREVIOUS_BATCH: Writing = { comparable: NO_LEADS, written: NO_LEADS };

interface Work {
  database: Database;
  organizationId: string;
  importId: string;
}

const IMPORT = { type: 'system', id: null, name: 'import' } as const;

/** A part of an acknowledged file is missing. A retry cannot restore it. */
class FilePartMissing extends Error {}

async function* readPieces(
  { database, organizationId, importId }: Work,
  { bytes_done, bytes_total }: ImportRow,
): AsyncGenerator<Buffer, void> {
  for (let at = bytes_done; at < bytes_total; ) {
    const chunk = Math.floor(at / CHUNK_BYTES);
    const bytes = await database.read({ organizationId, actor: IMPORT }, (tx) =>
      readChunk(tx, importId, chunk),
    );
    if (bytes === null)
      throw new FilePartMissing('A part of the file is missing. Import the file again.');
    yield bytes.subarray(at % CHUNK_BYTES);
    at = (chunk + 1) * CHUNK_BYTES;
  }
}

/** Compares a batch while the previous one is written, and waits for its commit before it writes anything. */
function writeBatch(
  { database, organizationId, importId }: Work,
  { actor, qualification_policy: qualificationPolicy }: RunningImport,
  batch: Batch,
  isPausing: boolean,
  comparable: Leads,
  before: Promise<Leads | null>,
): Writing {
  const writing = Promise.withResolvers<Leads | null>();
  const written = database.transaction({ organizationId, actor }, async (tx) => {
    const compareWith = async (previous: Leads) => {
      const probe = await probeBatch(tx, batch.captures);
      return compareBatch(tx, batch.captures, probe, previous, { qualificationPolicy });
    };
    let compared = await compareWith(comparable);
    const leadsBefore = await before;
    // It ran again after a deadlock, so its leads are others.
    if (leadsBefore !== null && leadsBefore !== comparable)
      compared = await compareWith(leadsBefore);
    const row = leadsBefore && (await lockImportAt(tx, importId, batch.start.offset));
    // Another worker has continued the import.
    if (row === null) return null;
    const { leads, duplicates, repeated } = compared;
    writing.resolve(leads);
    await insertLeads(tx, leads);
    saveErrors(tx, importId, row.error_count, batch.errors);
    const after: ImportRow = {
      ...row,
      bytes_done: batch.end.offset,
      next_line: batch.end.line,
      accepted: row.accepted + leads.length,
      duplicates: row.duplicates + duplicates,
      repeated: row.repeated + repeated,
      rejected: row.rejected + batch.rejected,
      error_count: row.error_count + batch.errors.length,
      updated_at: tx.now,
      ...(batch.isLast ? { status: 'completed', completed_at: tx.now } : {}),
    };
    saveImport(tx, after);
    const firstNeededChunk = batch.isLast ? NO_CHUNK : Math.floor(batch.end.offset / CHUNK_BYTES);
    deleteChunksBefore(tx, importId, firstNeededChunk);
    if (isPausing) enqueue(tx, importLeadsTask, { import_id: importId });
    if (batch.isLast) tx.emit(null, pendingEvent(importCompleted, toImport(after)));
    return leads;
  });
  written.then((leads) => writing.resolve(leads), writing.reject);
  writing.promise.catch(() => {});
  return { comparable: writing.promise, written };
}

/** Higher than the number of any chunk. */
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
