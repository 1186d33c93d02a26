/** Anything that the service versions by the time of its last change. */
export interface Versioned {
  updated_at: string;
}

interface Known<Entity> {
  entity: Entity;
  /** The event that it came with; 0 for a response, which has none. */
  seq: number;
}

/** A change that is shown at once, before the service has confirmed it. */
interface PendingChange<Entity> {
  apply(entity: Entity): Entity;
}

export interface Pending<Entity> {
  /** The service has made the change, and returned this. */
  confirm(entity: Entity): void;
  /** The service has refused it. */
  drop(): void;
}

/**
 * The resources of one kind, fed by responses and events in any order. What is shown is the newest version that was
 * seen, with the changes on top that were sent and not yet confirmed. So a change is visible at once, a refusal takes
 * it away again, and an old response never overwrites a newer event.
 */
export class Entities<Entity extends Versioned> {
  readonly idOf: (entity: Entity) => string;
  readonly #known = new Map<string, Known<Entity>>();
  readonly #pending = new Map<string, readonly PendingChange<Entity>[]>();
  readonly #shown = new Map<string, Entity>();
  readonly #listeners = new Set<() => void>();
  #version = 0;

  constructor(idOf: (entity: Entity) => string) {
    this.idOf = idOf;
  }

  /** Counts the changes, so that a component can tell whether there was one. */
  get version(): number {
    return this.#version;
  }

  /** Of a response, or of the event with this `seq`. */
  put(entity: Entity, seq = 0): void {
    const id = this.idOf(entity);
    const known = this.#known.get(id);
    if (known && isOlder(entity, seq, known)) return;
    this.#known.set(id, { entity, seq });
    this.#changed(id);
  }

  /** The newest version of something that a list contains. */
  newest(entity: Entity): Entity {
    return this.get(this.idOf(entity)) ?? entity;
  }

  /** Of another organization, or of another user. */
  clear(): void {
    this.#known.clear();
    this.#pending.clear();
    this.#shown.clear();
    this.#tell();
  }

  /** With the changes that are not yet confirmed. The same object until something changes. */
  get(id: string): Entity | undefined {
    const known = this.#known.get(id);
    if (!known) return undefined;
    const before = this.#shown.get(id);
    if (before) return before;
    const changes = this.#pending.get(id) ?? [];
    const shown = changes.reduce((entity, { apply }) => apply(entity), known.entity);
    this.#shown.set(id, shown);
    return shown;
  }

  isPending(id: string): boolean {
    return this.#pending.has(id);
  }

  /** Shows the change from now on, until it is confirmed or dropped. */
  change(id: string, apply: (entity: Entity) => Entity): Pending<Entity> {
    const own: PendingChange<Entity> = { apply };
    this.#pending.set(id, [...(this.#pending.get(id) ?? []), own]);
    this.#changed(id);
    return {
      confirm: (entity) => {
        this.put(entity);
        this.#end(id, own);
      },
      drop: () => this.#end(id, own),
    };
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #end(id: string, own: PendingChange<Entity>): void {
    const others = (this.#pending.get(id) ?? []).filter((one) => one !== own);
    if (others.length > 0) this.#pending.set(id, others);
    else this.#pending.delete(id);
    this.#changed(id);
  }

  #changed(id: string): void {
    this.#shown.delete(id);
    this.#tell();
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** Two changes in the same millisecond have the same time; the log has them in order. */
function isOlder<Entity extends Versioned>(
  { updated_at }: Entity,
  seq: number,
  known: Known<Entity>,
): boolean {
  if (updated_at !== known.entity.updated_at) return updated_at < known.entity.updated_at;
  return seq < known.seq;
}
