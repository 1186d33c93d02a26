import type { EventType } from './event.ts';

/** Every event type of this version, by name. Built from an explicit list when the service starts. */
export class EventCatalog {
  readonly types: readonly EventType[];
  readonly #byName: ReadonlyMap<string, EventType>;

  constructor(types: readonly EventType[]) {
    this.types = types.toSorted((a, b) => (a.type < b.type ? -1 : 1));
    this.#byName = new Map(types.map((type) => [type.type, type]));
    if (this.#byName.size < types.length) throw new Error('Two event types have the same name');
  }

  get names(): string[] {
    return this.types.map(({ type }) => type);
  }

  find(name: string): EventType | undefined {
    return this.#byName.get(name);
  }

  /**
   * What happened, on one line, even if the data contains line breaks; the event type itself if this version
   * no longer knows it, or if the data is not of this version, as in a restored log.
   */
  summarize(event: { type: string; data: unknown }): string {
    try {
      const summary = this.find(event.type)?.summarize(event.data) ?? event.type;
      return summary.replaceAll(/\s+/g, ' ');
    } catch {
      return event.type;
    }
  }
}
