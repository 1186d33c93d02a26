import type { Pages } from '../../../../packages/sdk/src/pages.ts';

export interface FirstPages<Item> {
  items: readonly Item[];
  hasMore: boolean;
}

/** The first pages of a list: one more each time that more is wanted. */
export async function firstPages<Item>(
  list: Pages<Item>,
  count: number,
): Promise<FirstPages<Item>> {
  const items: Item[] = [];
  let read = 0;
  for await (const page of list.pages()) {
    items.push(...page.data);
    read += 1;
    if (read === count) return { items, hasMore: page.has_more };
  }
  return { items, hasMore: false };
}
