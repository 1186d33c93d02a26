import { setImmediate } from 'node:timers/promises';
import { sqlState } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type Adjustment, adjustRow } from './adjust-row.ts';
import type { FileRow } from './check-file.ts';
import type { Footer } from './file-format.ts';
import { FileInvalid } from './file-invalid.ts';
import {
  checkLeadReferences,
  completeTables,
  deferLeadReferences,
  hasSums,
  restoreRows,
  restoreSettings,
  retireReadyPlaybooks,
} from './fill-queries.ts';
import { restoreKeys } from './restore-keys.ts';

/** Rows of one statement, limited also by their length. */
const MAX_ROWS = 200;
const MAX_LENGTH = 96 * 1024;

export interface Filled {
  stopped: Record<string, number>;
}

/**
 * Writes the rows of a file into the organization of the transaction, which is empty and locked. Throws FileInvalid
 * for the first line that does not fit.
 */
export async function fillOrganization(
  tx: Tx,
  rows: AsyncIterable<FileRow>,
  footer: Footer,
  adjustment: Adjustment,
  onBatch: (lines: number) => Promise<void>,
): Promise<Filled> {
  const written = new Counter();
  const stopped = new Counter();
  deferLeadReferences(tx);
  for await (const batch of batchesOf(rows)) {
    await writeBatch(tx, batch, adjustment, stopped);
    written.add(batch.type, batch.rows.length);
    await onBatch(batch.lastLine);
    // A turn of the event loop for everything else that this process does.
    await setImmediate();
  }
  await checkLeadReferences(tx);
  const lastLine = 2 + Object.values(footer.counts).reduce((sum, count) => sum + count, 0);
  if (!(await hasSums(tx, footer.sums))) {
    throw new FileInvalid(
      lastLine,
      'Its sums are not those of the invoices and payments before it.',
    );
  }
  for (const [type, count] of Object.entries(footer.counts)) {
    if (written.of(type) === count) continue;
    throw new FileInvalid(
      lastLine,
      `The file has ${count} rows of type ${type}, and ${written.of(type)} were written.`,
    );
  }
  await completeTables(tx);
  return { stopped: stopped.all() };
}

interface Batch {
  type: string;
  rows: FileRow[];
  lastLine: number;
}

async function* batchesOf(rows: AsyncIterable<FileRow>): AsyncGenerator<Batch, void> {
  let batch: FileRow[] = [];
  let length = 0;
  for await (const row of rows) {
    const isFull = batch.length >= MAX_ROWS || length >= MAX_LENGTH;
    if (batch[0] && (isFull || batch[0].table !== row.table)) {
      yield asBatch(batch[0], batch);
      batch = [];
      length = 0;
    }
    batch.push(row);
    length += row.text.length;
  }
  if (batch[0]) yield asBatch(batch[0], batch);
}

function asBatch({ table, line }: FileRow, rows: FileRow[]): Batch {
  return { type: table.type, rows, lastLine: line + rows.length - 1 };
}

async function writeBatch(
  tx: Tx,
  { type, rows }: Batch,
  adjustment: Adjustment,
  stopped: Counter,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  if (type === 'organization') return restoreOrganizationRow(tx, first);
  if (type === 'playbook') retireReadyPlaybooks(tx, keysOf(rows));
  const adjusted = rows.map((row) => adjustRow(row, adjustment));
  const texts = rows.map(({ text }) => text);
  const overrides = adjusted.map(({ override }) => override);
  const result = await restoreRows(tx, first.table.table, texts, overrides);
  if ('index' in result) throw new FileInvalid(first.line + result.index, refusalOf(result));
  if (result.inserted !== rows.length) throw new Error(`${type} rows were not written`);
  stopped.add(type, adjusted.filter(({ isStopped }) => isStopped).length);
  await restoreKeys(tx, type, rows);
}

async function restoreOrganizationRow(tx: Tx, { data, line }: FileRow): Promise<void> {
  try {
    await restoreSettings(tx, data);
  } catch (error) {
    if (!/^2[23]/.test(sqlState(error) ?? '')) throw error;
    throw new FileInvalid(line, 'The settings of the organization contradict each other.');
  }
}

function keysOf(rows: readonly FileRow[]): string[] {
  return rows.flatMap(({ data: { key } }) => (typeof key === 'string' ? [key] : []));
}

function refusalOf(refused: { state: string; message: string; constraint: string | null }): string {
  const { state, message, constraint } = refused;
  if (state === '23503') return `It refers to a row that is not in the file (${constraint}).`;
  if (state === '23505') return `Another row has the same values (${constraint}).`;
  return `The database refuses it: ${message}.`;
}

class Counter {
  readonly #counts = new Map<string, number>();

  add(name: string, count: number): void {
    if (count > 0) this.#counts.set(name, this.of(name) + count);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  all(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}
