import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from '../../packages/sdk/src/index.ts';
import { type Listing, type PagesRead, readPages } from './read-pages.ts';

const SIZE = 10;

/** A list of numbers, newest first, that counts its requests; a cursor is the last number of the page before. */
class Numbers implements Listing<number> {
  requests = 0;
  numbers: number[];

  constructor(count: number) {
    this.numbers = Array.from({ length: count }, (_, index) => count - index);
  }

  async *pages(after?: string): AsyncGenerator<Page<number>, void> {
    for (let cursor = after; ; ) {
      this.requests += 1;
      const rest = this.numbers.filter((one) => cursor === undefined || one < Number(cursor));
      const data = rest.slice(0, SIZE);
      const next_cursor = rest.length > SIZE ? String(data.at(-1)) : null;
      yield { data, has_more: next_cursor !== null, next_cursor };
      if (next_cursor === null) return;
      cursor = next_cursor;
    }
  }
}

function read(
  list: Numbers,
  before: PagesRead<number> | undefined,
  { wantsMore = false, now = 0 } = {},
): Promise<PagesRead<number>> {
  return readPages(list, { known: () => before, keyOf: String, wantsMore, now });
}

async function readMany(list: Numbers, pages: number): Promise<PagesRead<number>> {
  let value = await read(list, undefined);
  while (value.pages < pages) value = await read(list, value, { wantsMore: true });
  return value;
}

describe('the pages of a list', () => {
  it('are read one more at a time, until the last', async () => {
    const list = new Numbers(25);
    const first = await read(list, undefined);
    assert.deepEqual([first.items.length, first.next], [10, '16']);
    const last = await readMany(list, 3);
    assert.deepEqual(last.items, list.numbers);
    assert.equal(last.next, null);
  });

  it('of a short list are all read again, so that nothing is old', async () => {
    const list = new Numbers(25);
    const before = await readMany(list, 3);
    list.numbers = list.numbers.filter((one) => one !== 3);
    assert.deepEqual((await read(list, before)).items, list.numbers);
  });

  it('of a long list are read only up to an item that is known', async () => {
    const list = new Numbers(1_000);
    const before = await readMany(list, 90);
    list.numbers.unshift(1_002, 1_001);
    list.requests = 0;
    const after = await read(list, before);
    assert.equal(list.requests, 1);
    assert.deepEqual(after.items, list.numbers.slice(0, 902));
    const more = await read(list, after, { wantsMore: true });
    assert.equal(list.requests, 3);
    assert.deepEqual(more.items, list.numbers.slice(0, 912));
  });

  it('of a long list are all read again after a minute', async () => {
    const list = new Numbers(1_000);
    const before = await readMany(list, 20);
    list.numbers = list.numbers.filter((one) => one !== 850);
    const soon = await read(list, before, { now: 59_000 });
    assert(soon.items.includes(850), 'far down, for a minute at most');
    const later = await read(list, soon, { now: 61_000 });
    assert.deepEqual(later.items, list.numbers.slice(0, 200));
    assert.equal(later.allReadAt, 61_000);
  });

  it('of a long list have an item that moved to the top once', async () => {
    const list = new Numbers(1_000);
    const before = await readMany(list, 20);
    const moved = { ...before, items: before.items.map((one) => (one === 900 ? 1_001 : one)) };
    list.numbers.unshift(1_001);
    const { items } = await read(list, moved);
    assert.equal(items.filter((one) => one === 1_001).length, 1);
    assert.equal(items[0], 1_001);
  });

  it('of a long list that became short end where it ends', async () => {
    const list = new Numbers(1_000);
    const before = await readMany(list, 20);
    list.numbers = list.numbers.slice(0, 5);
    assert.deepEqual(await read(list, before), {
      items: list.numbers,
      next: null,
      pages: 1,
      allReadAt: 0,
    });
  });
});
