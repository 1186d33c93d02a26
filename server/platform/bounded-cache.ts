/** A cache with a maximum size. When it is full, the oldest entry is removed. */
export class BoundedCache<Key, Value> {
  readonly #max: number;
  readonly #values = new Map<Key, Value>();

  constructor(max: number) {
    this.#max = max;
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  set(key: Key, value: Value): void {
    for (const oldest of this.#values.keys()) {
      if (this.#values.size < this.#max) break;
      this.#values.delete(oldest);
    }
    this.#values.set(key, value);
  }
}
