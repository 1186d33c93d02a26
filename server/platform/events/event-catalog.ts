import { type HiddenField, hiddenFieldsOf, hiddenFrom } from '../auth/hidden-fields.ts';
import { meets } from '../auth/needs.ts';
import { EVERY_SCOPE } from '../auth/scopes.ts';
import { BoundedCache } from '../bounded-cache.ts';
import type { EventType } from './event.ts';
import { EventView } from './event-view.ts';

/** Sets of scopes in use at a time; most organizations use the same few. */
const MAX_VIEWS = 1_000;

/** Every event type of this version, by name. Built from an explicit list when the service starts. */
export class EventCatalog {
  readonly types: readonly EventType[];
  readonly #byName: ReadonlyMap<string, EventType>;
  readonly #hiddenFields: ReadonlyMap<string, readonly HiddenField[]>;
  readonly #views = new BoundedCache<string, EventView>(MAX_VIEWS);

  constructor(types: readonly EventType[]) {
    this.types = types.toSorted((a, b) => (a.type < b.type ? -1 : 1));
    this.#byName = new Map(types.map((type) => [type.type, type]));
    if (this.#byName.size < types.length) throw new Error('Two event types have the same name');
    this.#hiddenFields = new Map(types.map(({ type, data }) => [type, hiddenFieldsOf(data)]));
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

  /** The scopes that decide what someone sees of the log. */
  get scopes(): ReadonlySet<string> {
    const fields = [...this.#hiddenFields.values()].flat();
    const needed = fields.flatMap(({ needs }) => needs.flat());
    return new Set([EVERY_SCOPE, ...this.types.flatMap(({ scopes }) => scopes), ...needed]);
  }

  /** What the holder of these scopes sees of the log. */
  viewOf(granted: readonly string[]): EventView {
    const key = granted.toSorted().join(' ');
    const known = this.#views.get(key);
    if (known) return known;
    const view = new EventView(granted.includes(EVERY_SCOPE) ? null : this.#hiddenFrom(granted));
    this.#views.set(key, view);
    return view;
  }

  #hiddenFrom(granted: readonly string[]): Map<string, readonly HiddenField[]> {
    const visible = this.types.filter(({ scopes }) => meets(granted, [scopes]));
    return new Map(
      visible.map(({ type }) => [type, hiddenFrom(granted, this.#hiddenFields.get(type) ?? [])]),
    );
  }
}
