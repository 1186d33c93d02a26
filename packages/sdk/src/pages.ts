import { ThroughlineError } from './problem.ts';

export interface Page<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/**
 * A list. Await it for its first page, or loop over it with `for await` for all items: the next page is requested when
 * the loop gets there.
 */
export class Pages<T> implements PromiseLike<Page<T>>, AsyncIterable<T> {
  readonly #load: (cursor: string | undefined) => Promise<Page<T>>;

  constructor(load: (cursor: string | undefined) => Promise<Page<T>>) {
    this.#load = load;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a list returns its first page.
  then<A = Page<T>, B = never>(
    onPage?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#load(undefined).then(onPage, onError);
  }

  /** From the first page, or from the one after this `next_cursor`. */
  async *pages(after?: string): AsyncGenerator<Page<T>, void> {
    for (let cursor = after; ; ) {
      const page = await this.#load(cursor);
      yield page;
      if (!page.next_cursor) return;
      cursor = page.next_cursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** All items, as long as there are not more than `limit`. */
  async toArray({ limit = 10_000 }: { limit?: number } = {}): Promise<T[]> {
    const items: T[] = [];
    for await (const item of this) {
      if (items.length === limit) {
        throw new ThroughlineError(
          `There are more than ${limit}. Raise the limit, or loop over the list.`,
        );
      }
      items.push(item);
    }
    return items;
  }
}
