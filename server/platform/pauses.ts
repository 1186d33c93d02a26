import { setImmediate as nextTurn } from 'node:timers/promises';

/** Short enough that several such pieces of work in one turn of the event loop are still far below 50 ms. */
const MAX_WORK_MS = 5;

/**
 * For work that can be long, such as a calendar of 200 users: called between its parts, it lets other requests go
 * first whenever the work has used up its time.
 */
export class Pauses {
  #since = performance.now();

  async takeIfDue(): Promise<void> {
    if (performance.now() - this.#since < MAX_WORK_MS) return;
    await nextTurn();
    this.#since = performance.now();
  }
}

/** Like `map`, with pauses. */
export async function mapWithPauses<Item, Result>(
  items: readonly Item[],
  toResult: (item: Item) => Result,
): Promise<Result[]> {
  const pauses = new Pauses();
  const results: Result[] = [];
  for (const item of items) {
    results.push(toResult(item));
    await pauses.takeIfDue();
  }
  return results;
}
