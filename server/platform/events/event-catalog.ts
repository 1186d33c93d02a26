import type { EventType } from './event.ts';

/** Every kind of event that this version knows, by name. Built from an explicit list when the service starts. */
export class EventCatalog {
  readonly types: readonly EventType[];
  readonly #byName: ReadonlyMap<string, EventType>;

  constructor(types: readonly EventType[]) {
    this.types = types.toSorted((a, b) => (a.type < b.type ? -1 : 1));
    this.#byName = new Map(types.map((type) => [type.type, type]));
    if (this.#byName.size < types.length) throw new Error('Two kinds of events have one name');
  }

  get names(): string[] {
    return this.types.map(({ type }) => type);
  }

  find(name: string): EventType | undefined {
    return this.#byName.get(name);
  }

  /**
   * What happened, on one line, whatever line breaks are in what people wrote; the name of the kind itself
   * for one that this version no longer knows.
   */
  summarize(event: { type: string; data: unknown }): string {
    const summary = this.find(event.type)?.summarize(event.data) ?? event.type;
    return summary.replaceAll(/\s+/g, ' ');
  }
}
