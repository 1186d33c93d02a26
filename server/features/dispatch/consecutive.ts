/** Each item with the one after it: of a, b and c, a with b, and b with c. */
export function consecutive<Item>(items: readonly Item[]): [item: Item, next: Item][] {
  return items.flatMap((item, index) =>
    items.slice(index + 1, index + 2).map((next): [Item, Item] => [item, next]),
  );
}
