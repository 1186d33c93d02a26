import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import type { Tx } from './database/transaction.ts';
import { validationFailed } from './errors.ts';
import { toPublicId, toUuid } from './ids.ts';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

/** The parameters of every list, plus its own filters. */
export function listQuery<Filters extends TProperties>(filters: Filters) {
  return Type.Object(
    {
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_LIMIT,
          default: DEFAULT_LIMIT,
          description: 'Maximum number of items to return. A page of very long items has fewer.',
          examples: [50],
        }),
      ),
      cursor: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'The `next_cursor` of the previous page. Pass it unchanged.',
          examples: ['bGVhZF8wMWg0NTV2YjRwZXg1dnNrbmswODRzbjAycQ'],
        }),
      ),
      ...filters,
    },
    { additionalProperties: false },
  );
}

type PageSchema<Item extends TSchema> = TObject<{
  data: ReturnType<typeof Type.Array<Item>>;
  has_more: ReturnType<typeof Type.Boolean>;
  next_cursor: ReturnType<typeof Type.Unsafe<string | null>>;
}>;

/** The responses of an operation that lists; the description says what: 'The leads, newest first.' */
export function pagesOf<Item extends TSchema>(
  item: Item,
  description: string,
): { 200: { description: string; body: PageSchema<Item> } } {
  return { 200: { description, body: page(item, description) } };
}

function page<Item extends TSchema>(item: Item, description: string): PageSchema<Item> {
  return Type.Object(
    {
      data: Type.Array(item, { description }),
      has_more: Type.Boolean({ description: 'Whether there is another page.', examples: [false] }),
      next_cursor: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Pass this as `cursor` to get the next page; null on the last page.',
        examples: [null],
      }),
    },
    { additionalProperties: false },
  );
}

export interface Page<Item> {
  data: Item[];
  has_more: boolean;
  next_cursor: string | null;
}

/** A page ends early when it gets larger than this, in characters: the service writes about 100 in a microsecond. */
const MAX_PAGE_SIZE = 1_000_000;

/** About as long as it is in JSON. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const member of Object.values(value)) size += 8 + sizeOf(member);
  return size;
}

/** The first of the rows, as many as fit, and at least one: a single resource is never too large. */
export function fitting<Row, Item>(
  rows: readonly Row[],
  toItem: (row: Row) => Item,
  maxSize: number,
): Item[] {
  const items: Item[] = [];
  let size = 0;
  for (const row of rows) {
    const item = toItem(row);
    size += sizeOf(item);
    if (size > maxSize && items.length > 0) break;
    items.push(item);
  }
  return items;
}

/**
 * A page of a list ordered by id, newest first. The cursor is the last id shown: rows inserted in the meantime
 * do not shift it, so nothing is skipped and nothing is returned twice. Pass one row more than the limit; it
 * shows whether there is another page.
 */
export function pageOf<Row, Item>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
  cursorOf: (row: Row) => string,
): Page<Item> {
  const data = fitting(rows.slice(0, limit), toItem, MAX_PAGE_SIZE);
  const last = rows[data.length - 1];
  const hasMore = last !== undefined && rows.length > data.length;
  return {
    data,
    has_more: hasMore,
    next_cursor: hasMore ? encodeCursor(cursorOf(last)) : null,
  };
}

/** Rows whose id is in the column that the prefix names: `lead_id` for `lead`. */
type Identified<Prefix extends string> = { readonly [Column in `${Prefix}_id`]: string };

/**
 * A page of a list ordered by id, newest first: reads one row more than is shown, after the id in the cursor.
 */
export async function pageById<Prefix extends string, Row extends Identified<Prefix>, Item>(
  query: { limit?: number; cursor?: string },
  prefix: Prefix,
  rowsBefore: (before: string | null, limit: number) => Promise<Row[]>,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const rows = await rowsBefore(readIdCursor(prefix, query.cursor), limit + 1);
  return pageOf(rows, limit, toItem, (row) => idCursor(prefix, row[`${prefix}_id`]));
}

/** Reads the newest rows before the one with the given id; the newest of all if it is null. */
export type RowsBefore<Row> = (tx: Tx, before: string | null, limit: number) => Promise<Row[]>;

interface ListInput {
  query: { limit?: number; cursor?: string };
  baseUrl: string;
}

/** What a list without filters runs. */
export function newestFirst<Prefix extends string, Row extends Identified<Prefix>, Item>(
  prefix: Prefix,
  rowsBefore: RowsBefore<Row>,
  toItem: (row: Row, input: ListInput) => Item,
) {
  return (tx: Tx, input: ListInput) =>
    pageById(
      input.query,
      prefix,
      (before, limit) => rowsBefore(tx, before, limit),
      (row) => toItem(row, input),
    );
}

/** The id in the cursor; null for the first page. */
export function readIdCursor(prefix: string, cursor: string | undefined): string | null {
  const place = readCursor(cursor, /^.+$/);
  if (place === null) return null;
  const uuid = toUuid(prefix, place[0]);
  if (uuid === null) throw badCursor();
  return uuid;
}

/**
 * Greater than every id: where a list starts. Sent as the bound itself, because row-level security turns
 * coalesce($2, …) into a filter, and a page far down the list would read all pages before it.
 */
export const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export function idCursor(prefix: string, uuid: string): string {
  return toPublicId(prefix, uuid);
}

/** The content of a cursor of another form; null for the first page. */
export function readCursor(cursor: string | undefined, form: RegExp): RegExpExecArray | null {
  if (cursor === undefined) return null;
  const place = form.exec(Buffer.from(cursor, 'base64url').toString());
  if (place === null) throw badCursor();
  return place;
}

function encodeCursor(position: string): string {
  return Buffer.from(position).toString('base64url');
}

function badCursor() {
  return validationFailed([
    {
      pointer: '/cursor',
      code: 'invalid_cursor',
      detail:
        'The cursor is not from this list. Pass next_cursor unchanged, or leave it out to start again.',
    },
  ]);
}
