import { conceal, type HiddenField } from '../auth/hidden-fields.ts';

interface Shown {
  type: string;
  data: unknown;
  previous: unknown;
}

/** What the holder of a set of scopes sees of the event log. Made by the catalog, one for each set. */
export class EventView {
  /** The event types it shows; null for all, including those that this version does not know. */
  readonly types: readonly string[] | null;
  readonly #hidden: ReadonlyMap<string, readonly HiddenField[]>;

  /** `hidden` has the hidden fields of the data of each type that it shows; null shows everything. */
  constructor(hidden: ReadonlyMap<string, readonly HiddenField[]> | null) {
    this.types = hidden === null ? null : [...hidden.keys()];
    this.#hidden = hidden ?? new Map();
  }

  sees(type: string): boolean {
    return this.types === null || this.#hidden.has(type);
  }

  /** Whether it shows an event of this type unchanged. */
  showsAllOf(type: string): boolean {
    return (this.#hidden.get(type) ?? []).length === 0;
  }

  /** The event without the fields that need more scopes. */
  show<Of extends Shown>(event: Of): Of {
    if (this.showsAllOf(event.type)) return event;
    const fields = this.#hidden.get(event.type) ?? [];
    return {
      ...event,
      data: conceal(event.data, fields),
      previous: conceal(event.previous, fields),
    };
  }

  /** Those of the types that it shows; null for all types. */
  among(types: readonly string[] | null): readonly string[] | null {
    return types === null ? this.types : types.filter((type) => this.sees(type));
  }
}
