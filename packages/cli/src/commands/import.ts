import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Core } from '../../../sdk/src/core.ts';
import type { ImportError, ImportReport } from '../../../sdk/src/generated/types.ts';
import { type Given, isSet, textOf } from '../arguments.ts';
import { type Context, withClient } from '../context.ts';
import { CliError, EXIT } from '../errors.ts';
import { whenInterrupted } from '../interrupt.ts';
import { contentOf, mediaType } from '../operation.ts';
import { note, printObject } from '../output.ts';
import { progressPrinter } from '../progress.ts';
import { recordsAt } from '../records.ts';

const TYPES = ['text/csv', 'application/x-ndjson'];
const NO_TIMEOUT = 2 ** 31 - 1;
const POLL_MS = { first: 100, last: 1_000 };

/** Sends the file, follows the import to its end, and writes down what was rejected. */
export function run(given: Given): Promise<void> {
  const [path = ''] = given.words;
  return withClient(given, async (context) => {
    whenInterrupted(() => end('Interrupted while sending. Nothing was imported.'));
    const started = await upload(context, path);
    const id = started.import_id;
    whenInterrupted(() =>
      end(`The import ${id} continues on the service. See it with throughline imports get ${id}.`),
    );
    note(`Import ${id}: ${started.bytes_total} bytes are stored. It continues if you stop here.`);
    const finished = await follow(context.client, started);
    if (finished.rejected > 0) await saveRejected(context, path, finished);
    const { errors: _, has_more: __, next_cursor: ___, ...shown } = finished;
    await printObject(shown, context.output);
    if (finished.status === 'failed') {
      throw new CliError('import_failed', `The import failed: ${finished.failure}`, EXIT.failed);
    }
  });
}

function end(message: string): void {
  note(`\n${message}`);
  process.exit(EXIT.interrupted);
}

async function upload({ client, given }: Context, path: string): Promise<ImportReport> {
  const query = {
    source: textOf(given, 'source'),
    service_needed: textOf(given, 'service-needed'),
    ignore_unknown_columns: isSet(given, 'ignore-unknown-columns') || undefined,
  };
  const file = {
    type: textOf(given, 'content-type') ?? mediaType(path, TYPES),
    content: await contentOf(path),
  };
  const options = {
    idempotencyKey: textOf(given, 'idempotency-key') ?? randomUUID(),
    timeoutMs: NO_TIMEOUT,
  };
  return client.json<ImportReport>('POST', '/v1/imports', file, options, query);
}

async function follow(client: Core, started: ImportReport): Promise<ImportReport> {
  const print = progressPrinter();
  let report = started;
  for (let pause = POLL_MS.first; ; pause = Math.min(pause * 1.5, POLL_MS.last)) {
    print(report);
    if (report.status !== 'running') return report;
    await client.wait(pause);
    report = await client.json<ImportReport>('GET', `/v1/imports/${report.import_id}`);
  }
}

/** `line,code,detail,row`: the row as it is in the file, to be fixed and imported again. */
async function saveRejected(
  { client, given }: Context,
  path: string,
  report: ImportReport,
): Promise<void> {
  const target = textOf(given, 'rejected') ?? `${path === '-' ? 'import' : path}.rejected.csv`;
  const errors = await errorsOf(client, report);
  const rows = path === '-' ? new Map() : await recordsAt(path, new Set(errors.map(lineOf)));
  const file = createWriteStream(target);
  file.write('line,code,detail,row\n');
  for (const { line, code, detail } of errors) {
    file.write(`${[line, code, detail, rows.get(line) ?? ''].map(csvCell).join(',')}\n`);
  }
  file.end();
  await once(file, 'finish');
  note(`${report.rejected} rejected rows are in ${target}.`);
}

function lineOf({ line }: ImportError): number {
  return line;
}

async function errorsOf(client: Core, first: ImportReport): Promise<ImportError[]> {
  const path = `/v1/imports/${first.import_id}`;
  const errors: ImportError[] = [];
  for (let cursor: string | null = null; ; ) {
    const query = cursor === null ? {} : { cursor };
    const page: ImportReport = await client.json<ImportReport>('GET', path, undefined, {}, query);
    errors.push(...page.errors);
    if (page.next_cursor === null) return errors;
    cursor = page.next_cursor;
  }
}

/** A cell that begins like a formula would be computed by a spreadsheet: the apostrophe makes it a text. */
function csvCell(value: string | number): string {
  const text = String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
