import { Pauses } from '../../platform/pauses.ts';
import type { PreparedCapture } from '../leads/index.ts';
import { type FileFormat, scannerOf } from './file-format.ts';
import { type RowError, readRow } from './read-row.ts';
import { type Position, RecordReader } from './records.ts';

export interface Batch {
  /** Where the batch begins, and where the next one begins. */
  start: Position;
  end: Position;
  captures: PreparedCapture[];
  rejected: number;
  errors: RowError[];
  /** Whether this is the last batch of the file. */
  isLast: boolean;
}

/**
 * Rows written in one transaction. Each row takes one to three advisory locks until the commit, and PostgreSQL
 * has room for about 12,000 in total.
 */
const MAX_ROWS = 300;
/** Also ends a batch in long runs of blank or overlong lines, so that the checkpoint advances. */
const MAX_BYTES = 1024 * 1024;

/** Reads the file from a position on, in batches. Pieces are read when they are needed. */
export async function* batchesOf(
  file: { format: FileFormat; start: Position; country: string },
  pieces: AsyncIterator<Buffer>,
): AsyncGenerator<Batch, void> {
  const reader = new RecordReader(scannerOf(file.format), file.start);
  let batch = emptyBatch(reader.position);
  const pauses = new Pauses();
  for (;;) {
    const record = reader.next();
    if (record !== null) {
      const row = readRow(record, file.format, file.country);
      if (row !== null) {
        add(batch, row);
        await pauses.takeIfDue();
      }
    } else if (!reader.isDone) {
      const next = await pieces.next();
      if (next.done) reader.end();
      else reader.push(next.value);
    }
    const isFull =
      batch.captures.length + batch.rejected >= MAX_ROWS ||
      reader.position.offset - batch.start.offset >= MAX_BYTES;
    if (isFull || reader.isDone) {
      yield { ...batch, end: reader.position, isLast: reader.isDone };
      if (reader.isDone) return;
      batch = emptyBatch(reader.position);
    }
  }
}

function emptyBatch(start: Position): Batch {
  return { start, end: start, captures: [], rejected: 0, errors: [], isLast: false };
}

function add(batch: Batch, row: NonNullable<ReturnType<typeof readRow>>): void {
  if ('capture' in row) batch.captures.push(row.capture);
  else {
    batch.rejected += 1;
    batch.errors.push(...row.errors);
  }
}
