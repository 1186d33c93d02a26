import type { Overview } from '../../domain/overview-schemas.ts';
import type { Tx } from '../../platform/database/transaction.ts';

/** One overview for each person, in their order; a person is a list of lifecycle numbers. */
export type ReadOverviews = (tx: Tx, people: readonly (readonly string[])[]) => Promise<Overview[]>;

/** The page with what lists say in addition about each of its items. */
export async function withOverviews<Item extends object, Listed extends { data: Item[] }>(
  page: Listed,
  read: (people: readonly (readonly string[])[]) => Promise<Overview[]>,
  numbersOf: (item: Item) => readonly string[],
): Promise<Listed & { data: (Item & Partial<Overview>)[] }> {
  const overviews = await read(page.data.map(numbersOf));
  return { ...page, data: page.data.map((item, index) => ({ ...item, ...overviews[index] })) };
}
