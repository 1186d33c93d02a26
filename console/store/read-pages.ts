import type { Page } from '../../packages/sdk/src/index.ts';

/** The pages of a list that were read, and where the next one begins. */
export interface PagesRead<Item> {
  items: readonly Item[];
  /** Null after the last page. */
  next: string | null;
  pages: number;
  /** When all of them were read last. */
  allReadAt: number;
}

/** A list of the API, as the SDK returns it. */
export interface Listing<Item> {
  pages(after?: string): AsyncGenerator<Page<Item>, void>;
}

/** So many are read again with every change. */
const FEW_PAGES = 4;
/** Of a longer list only the beginning is, and all of it this often at most. */
const ALL_AGAIN_MS = 60_000;

/**
 * Reads the pages of a list again, and one more if it is wanted. Of a long list that was read before, only the beginning
 * is read, up to an item that is known: a hundred pages would otherwise be a hundred requests with every event.
 */
export async function readPages<Item>(
  list: Listing<Item>,
  {
    known,
    keyOf,
    wantsMore,
    now,
  }: {
    /** What was read before, asked for when it is needed: meanwhile a row may have been hidden. */
    known(): PagesRead<Item> | undefined;
    keyOf(item: Item): string;
    wantsMore: boolean;
    now: number;
  },
): Promise<PagesRead<Item>> {
  const before = known();
  const wanted = (before?.pages ?? 1) + (wantsMore ? 1 : 0);
  const isDue = before === undefined || (!wantsMore && now - before.allReadAt > ALL_AGAIN_MS);
  if (isDue || before.pages <= FEW_PAGES) {
    const nothing = { items: [], next: undefined, pages: 0, allReadAt: now };
    return readUntil(wanted, nothing, list, keyOf);
  }
  const start = await readStart(list, keyOf, known);
  return readUntil(wanted, start, list, keyOf);
}

/** From the first page up to one that ends with a known item; what is known after it stays. */
async function readStart<Item>(
  list: Listing<Item>,
  keyOf: (item: Item) => string,
  known: () => PagesRead<Item> | undefined,
): Promise<PagesRead<Item>> {
  const items: Item[] = [];
  let pages = 0;
  for await (const page of list.pages()) {
    items.push(...page.data);
    pages += 1;
    const before = known();
    const last = page.data.at(-1);
    if (page.next_cursor === null || !before || !last) continue;
    const at = before.items.findIndex((item) => keyOf(item) === keyOf(last));
    if (at >= 0) return { ...before, items: joined(items, before.items.slice(at + 1), keyOf) };
  }
  return { items, next: null, pages, allReadAt: 0 };
}

async function readUntil<Item>(
  wanted: number,
  start: Omit<PagesRead<Item>, 'next'> & { next: string | null | undefined },
  list: Listing<Item>,
  keyOf: (item: Item) => string,
): Promise<PagesRead<Item>> {
  let { items, next, pages } = start;
  if (next !== null && pages < wanted) {
    for await (const page of list.pages(next)) {
      items = joined(items, page.data, keyOf);
      next = page.next_cursor;
      pages += 1;
      if (pages >= wanted) break;
    }
  }
  return { items, next: next ?? null, pages, allReadAt: start.allReadAt };
}

/** An item that has moved between two reads is there once, at its newer place. */
function joined<Item>(
  first: readonly Item[],
  then: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const keys = new Set(first.map(keyOf));
  return [...first, ...then.filter((item) => !keys.has(keyOf(item)))];
}
