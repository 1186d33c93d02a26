import { setImmediate } from 'node:timers/promises';
import type { PreparedCapture } from '../leads/index.ts';
import { type FileFormat, scannerOf } from './file-format.ts';
import { type RowError, readRow } from './read-row.ts';
import { type Place, RecordReader } from './records.ts';

export interface Batch {
  /** Where it begins, and where the next one does. */
  start: Place;
  end: Place;
  captures: PreparedCapture[];
  rejected: number;
  errors: RowError[];
  /** The file ends with it. */
  isLast: boolean;
}

/**
 * Rows that are written in one transaction. Each holds an advisory lock or three until its commit, and
 * PostgreSQL has room for some 12,000 in all.
 */
const MAX_ROWS = 300;
/** A stretch of blank or endless lines is left behind in steps too. */
const MAX_BYTES = 1024 * 1024;
/** How many rows are prepared before whatever the database has answered meanwhile gets its turn. */
const ROWS_PER_TURN = 25;

/** The file from a place on, in batches; a piece of it is read when it is needed. */
export async function* batchesOf(
  file: { format: FileFormat; start: Place; country: string },
  pieces: AsyncIterator<Buffer>,
): AsyncGenerator<Batch, void> {
  const reader = new RecordReader(scannerOf(file.format), file.start);
  let batch = emptyBatch(reader.place);
  let rows = 0;
  for (;;) {
    const record = reader.next();
    if (record !== null) {
      const row = readRow(record, file.format, file.country);
      if (row !== null) {
        add(batch, row);
        rows += 1;
        if (rows % ROWS_PER_TURN === 0) await setImmediate();
      }
    } else if (!reader.isDone) {
      const next = await pieces.next();
      if (next.done) reader.end();
      else reader.push(next.value);
    }
    const isFull =
      batch.captures.length + batch.rejected >= MAX_ROWS ||
      reader.place.offset - batch.start.offset >= MAX_BYTES;
    if (isFull || reader.isDone) {
      yield { ...batch, end: reader.place, isLast: reader.isDone };
      if (reader.isDone) return;
      batch = emptyBatch(reader.place);
    }
  }
}

function emptyBatch(start: Place): Batch {
  return { start, end: start, captures: [], rejected: 0, errors: [], isLast: false };
}

function add(batch: Batch, row: NonNullable<ReturnType<typeof readRow>>): void {
  if ('capture' in row) batch.captures.push(row.capture);
  else {
    batch.rejected += 1;
    batch.errors.push(...row.errors);
  }
}
