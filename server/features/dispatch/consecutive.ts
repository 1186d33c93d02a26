/** Pairs each item with the next one: a, b, c gives [a, b] and [b, c]. */
export function consecutive<Item>(items: readonly Item[]): [item: Item, next: Item][] {
  return items.flatMap((item, index) =>
    items.slice(index + 1, index + 2).map((next): [Item, Item] => [item, next]),
  );
}
