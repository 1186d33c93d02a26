/** Items in the order in which they came, but one item of each owner at a time: many items of one owner delay no one else. */
export class FairQueue<Item> {
  /** Owners in the order of their turns; a Map remembers the order of insertion. */
  readonly #waiting = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  countOf(owner: string): number {
    return this.#waiting.get(owner)?.length ?? 0;
  }

  add(owner: string, item: Item): void {
    const items = this.#waiting.get(owner);
    if (items) items.push(item);
    else this.#waiting.set(owner, [item]);
    this.#size += 1;
  }

  /** Puts an item back in front of its owner's others. */
  putBack(owner: string, item: Item): void {
    const items = this.#waiting.get(owner);
    if (items) items.unshift(item);
    else this.#waiting.set(owner, [item]);
    this.#size += 1;
  }

  /** The next item of the owner whose turn it is, among the owners that `mayGo`. */
  take(mayGo: (owner: string) => boolean = () => true): Item | null {
    for (const [owner, items] of this.#waiting) {
      if (!mayGo(owner)) continue;
      const item = items.shift();
      this.#waiting.delete(owner);
      if (items.length > 0) this.#waiting.set(owner, items);
      if (item === undefined) continue;
      this.#size -= 1;
      return item;
    }
    return null;
  }
}
