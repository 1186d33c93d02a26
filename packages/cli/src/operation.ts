import { once } from 'node:events';
import { createWriteStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Upload } from '../../sdk/src/upload.ts';
import { type Given, isSet, readGiven, textOf } from './arguments.ts';
import { confirm } from './confirm.ts';
import { type Context, withClient } from './context.ts';
import { CliError, calledWrongly, EXIT, messageOf } from './errors.ts';
import { COMMON, CONTENT_TYPE, DATA, FILE, OF_CHANGES, OF_LISTS, OUTPUT_FILE } from './globals.ts';
import { note, type Output, printObject, printPages, write } from './output.ts';
import { type CommandRow, idsOf, type Option, optionOf } from './table.ts';
import { isObject, merged, readData, valuesOf } from './values.ts';

/** An upload takes as long as it takes. */
const NO_TIMEOUT = 2 ** 31 - 1;

export interface OperationOptions {
  /** Of the request. */
  fields: readonly Option[];
  /** Of the program. */
  others: readonly Option[];
}

/** A field comes before an option of the program with the same name. */
export function optionsOf(row: CommandRow): OperationOptions {
  const fields = [...(row.query ?? []), ...(row.body ?? [])].map(optionOf);
  const others = [
    ...(row.file ? [FILE, CONTENT_TYPE] : []),
    ...(row.download ? [OUTPUT_FILE] : []),
    ...(row.body ? [DATA] : []),
    ...(row.list ? OF_LISTS : []),
    ...(isChange(row) ? OF_CHANGES : []),
    ...COMMON,
  ];
  return { fields, others: others.filter(({ flag }) => !fields.some((one) => one.flag === flag)) };
}

function isChange({ method, effect }: CommandRow): boolean {
  return method !== 'GET' || effect !== 'read';
}

export function usageOf(row: CommandRow): string {
  const { fields } = optionsOf(row);
  const required = fields.filter((one) => one.isRequired).map((one) => ` --${one.flag} …`);
  const ids = idsOf(row).map((id) => ` ${id}`);
  return `throughline ${row.name}${ids.join('')}${row.file ? ' --file FILE' : ''}${required.join('')} [options]`;
}

/** Runs the command of one operation. */
export function runOperation(row: CommandRow, args: readonly string[]): Promise<void> {
  const { fields, others } = optionsOf(row);
  const usage = `See throughline ${row.name} --help.`;
  const all = readGiven(args, [...fields, ...others], usage);
  const path = pathOf(row, all.words, usage);
  // The options of the program, without those that are fields here.
  const given = only(all, others);
  const query = valuesOf(only(all, (row.query ?? []).map(optionOf)), fields);
  return withClient(given, async (context) => {
    const body = await bodyOf(row, all, fields);
    if (row.list) await printList(context, path, query, row.list);
    else await send(context, row, path, query, body);
  });
}

function only({ words, options: all }: Given, options: readonly Option[]): Given {
  const isWanted = (flag: string) =>
    options.some((one) => one.flag === flag || flag.startsWith(`${one.flag}.`));
  return { words, options: new Map([...all].filter(([flag]) => isWanted(flag))) };
}

function pathOf(row: CommandRow, words: readonly string[], usage: string): string {
  const ids = idsOf(row);
  if (words.length < ids.length) {
    throw calledWrongly(`${row.name} needs ${ids.slice(words.length).join(' and ')}. ${usage}`);
  }
  if (words.length > ids.length) {
    const tooMany = words.slice(ids.length).join(' ');
    throw calledWrongly(`${row.name} takes no "${tooMany}": set fields as --name value. ${usage}`);
  }
  let index = 0;
  return row.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(words[index++] ?? ''));
}

async function bodyOf(row: CommandRow, given: Given, fields: readonly Option[]): Promise<unknown> {
  if (row.file) return fileOf(row.file, given);
  if (!row.body) return undefined;
  const own = row.body.map(optionOf);
  const data = textOf(given, 'data');
  const values = valuesOf(only(given, own), fields);
  const body = data === undefined ? values : merged(readData(data), values);
  const missing = own.filter((one) => one.isRequired && body[one.name] === undefined);
  if (missing.length > 0) {
    const flags = missing.map((one) => `--${one.flag}`).join(', ');
    throw calledWrongly(`${row.name} needs ${flags}. See throughline ${row.name} --help.`);
  }
  return Object.keys(body).length === 0 && data === undefined ? undefined : body;
}

/** A file is sent again if the connection breaks; stdin cannot be. */
async function fileOf(types: readonly string[], given: Given): Promise<Upload> {
  const path = textOf(given, 'file');
  if (path === undefined)
    throw calledWrongly('Set the file to send with --file FILE, or --file -.');
  const type = textOf(given, 'content-type') ?? mediaType(path, types);
  return { type, content: await contentOf(path) };
}

export async function contentOf(path: string): Promise<Upload['content']> {
  // Node's own type of the stream differs from the one of the web only in its iterator.
  if (path === '-') return Readable.toWeb(process.stdin) as ReadableStream<Uint8Array<ArrayBuffer>>;
  try {
    return await openAsBlob(path);
  } catch (error) {
    throw calledWrongly(`${path} cannot be read: ${messageOf(error)}.`);
  }
}

const ENDINGS: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/csv',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  gz: 'application/gzip',
};

export function mediaType(path: string, types: readonly string[]): string {
  const type = ENDINGS[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
  return type && types.includes(type) ? type : (types[0] ?? 'application/octet-stream');
}

async function printList(
  { client, given, output }: Context,
  path: string,
  query: object,
  maxPage: number,
): Promise<void> {
  const limit = readLimit(given);
  const size = limit === undefined ? undefined : Math.min(limit, maxPage);
  const pageSize = isSet(given, 'all') ? maxPage : size;
  const list = client.list(path, { ...query, ...(pageSize && { limit: pageSize }) });
  const isWhole = limit !== undefined || isSet(given, 'all');
  await printPages(pagesOf(list.pages(), limit ?? Number.POSITIVE_INFINITY, isWhole), output);
}

async function* pagesOf(
  pages: AsyncIterable<{ data: unknown[]; next_cursor: string | null }>,
  limit: number,
  isWhole: boolean,
): AsyncGenerator<unknown[]> {
  let left = limit;
  for await (const { data, next_cursor } of pages) {
    yield data.slice(0, left);
    left -= data.length;
    const isMore = next_cursor !== null || left < 0;
    if (isMore && (!isWhole || left <= 0)) note('There are more. Use --all, or --limit N.');
    if (!isWhole || left <= 0) return;
  }
}

function readLimit(given: Given): number | undefined {
  const text = textOf(given, 'limit');
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw calledWrongly(`--limit must be a number from 1, not "${text}".`);
}

async function send(
  context: Context,
  row: CommandRow,
  path: string,
  query: object,
  body: unknown,
): Promise<void> {
  const { client, given } = context;
  await confirmed(row, given, path);
  const isDry = isSet(given, 'dry-run');
  const key = textOf(given, 'idempotency-key');
  const options = {
    ...(isDry && { dryRun: true }),
    ...(key !== undefined && { idempotencyKey: key }),
    ...(row.file && { timeoutMs: NO_TIMEOUT }),
  };
  const response = await client.send(row.method, path, body, options, query);
  await printResponse(response, context.output, textOf(given, 'output-file'));
  if (isDry) assertDry(response);
  else if (row.undo && response.headers.get('idempotent-replayed') === null) {
    if (process.stderr.isTTY) note(`Undo it with throughline ${row.undo}.`);
  }
}

/** What is destructive or leaves the service needs a yes; what only shows what would happen does not. */
export async function confirmed(
  { name, effect, summary }: Pick<CommandRow, 'name' | 'effect' | 'summary'>,
  given: Given,
  path: string,
): Promise<void> {
  if (effect !== 'destructive' && effect !== 'external') return;
  if (isSet(given, 'yes') || isSet(given, 'dry-run')) return;
  const id = decodeURIComponent(path.split('/').find((part) => part.includes('_')) ?? '');
  const warning =
    effect === 'external' ? 'This reaches someone outside.' : 'This removes or ends something.';
  await confirm(`${summary}${id ? ` (${id})` : ''}? ${warning}`, name);
}

/** A service that does not know dry runs has done it. */
export function assertDry(response: Response): void {
  if (response.headers.get('dry-run') === 'true') {
    note('This was a dry run: nothing was stored or sent.');
    return;
  }
  throw new CliError(
    'dry_run_ignored',
    'The service did not confirm the dry run: it is too old for it, and has made the change.',
    EXIT.failed,
  );
}

/** JSON as data; anything else, such as an export or a PDF, as it is. */
export async function printResponse(
  response: Response,
  output: Output,
  file?: string,
): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  if (/^application\/(problem\+)?json/.test(type)) {
    const value: unknown = await response.json();
    const rows = rowsOf(value);
    if (rows) await printPages([rows], output);
    else await printObject(value, output);
    return;
  }
  const bytes = response.body ?? new ReadableStream<Uint8Array>({ start: (one) => one.close() });
  if (file !== undefined) await storeAs(file, bytes);
  else if (process.stdout.isTTY && !isText(type)) {
    await bytes.cancel();
    throw calledWrongly(
      'This is a file, which a terminal cannot show. Store it with --output-file FILE, or write it into one with > FILE.',
    );
  } else {
    for await (const part of bytes) {
      if (!process.stdout.write(part)) await write('');
    }
  }
}

function isText(type: string): boolean {
  return /^text\/|ndjson/.test(type);
}

async function storeAs(path: string, bytes: ReadableStream<Uint8Array>): Promise<void> {
  const file = createWriteStream(path);
  await once(file, 'open').catch((error: unknown) => {
    throw calledWrongly(`${path} cannot be written: ${messageOf(error)}.`);
  });
  await pipeline(bytes, file);
  note(`Stored in ${path}.`);
}

/** The items of a list without pages. */
function rowsOf(value: unknown): unknown[] | null {
  if (!isObject(value) || !Array.isArray(value.data)) return null;
  const others = Object.keys(value).filter(
    (name) => !['data', 'has_more', 'next_cursor'].includes(name),
  );
  return others.length === 0 ? value.data : null;
}
