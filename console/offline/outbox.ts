import { ApiError, ConnectionError } from '../../packages/sdk/src/problem.ts';

/** A change that was made without signal, or is being sent. It is sent under its own key, so it happens once. */
export interface OutboxEntry {
  id: number;
  operation: string;
  /** What it changes; entries of one target are sent in order. */
  target: string;
  params: Readonly<Record<string, unknown>>;
  key: string;
  made_at: number;
  /** What the service said, if a person must decide; null while it waits. */
  refusal: string | null;
}

export type NewEntry = Pick<OutboxEntry, 'operation' | 'target' | 'params'>;

/** Where entries survive a closed page. */
export interface OutboxStorage {
  all(): Promise<OutboxEntry[]>;
  add(entry: Omit<OutboxEntry, 'id'>): Promise<number>;
  put(entry: OutboxEntry): Promise<void>;
  delete(id: number): Promise<void>;
}

/** The service remembers a key for a day; an older entry could happen twice. */
const KEY_LIVES_MS = 23 * 60 * 60 * 1000;

export interface OutboxOptions {
  storage: OutboxStorage;
  send(entry: OutboxEntry): Promise<void>;
  now(): number;
  newKey(): string;
  /** What a person reads about a refusal. */
  explain(error: unknown): string;
  tooOld: string;
}

/**
 * Changes that wait for a connection. They are sent in the order in which they were made, for each target; what the
 * service refuses stays, with the reason, until a person decides. Nothing is dropped.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #listeners = new Set<() => void>();
  #entries: readonly OutboxEntry[] = [];
  #sending: Promise<void> = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  get entries(): readonly OutboxEntry[] {
    return this.#entries;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async load(): Promise<void> {
    this.#set(await this.#options.storage.all());
  }

  /** Stored before anything else happens. */
  async add(entry: NewEntry): Promise<void> {
    const { storage, now, newKey } = this.#options;
    const made = { ...entry, key: newKey(), made_at: now(), refusal: null };
    const id = await storage.add(made);
    this.#set([...this.#entries, { ...made, id }]);
    void this.flush();
  }

  /** Sends what can be sent. Called while it is sending, it tries again afterwards: there may be signal by now. */
  flush(): Promise<void> {
    this.#sending = this.#sending.catch(() => {}).then(() => this.#flush());
    return this.#sending;
  }

  /** A person decided to try again; under the same key. */
  async retry(id: number): Promise<void> {
    await this.#change(id, { refusal: null, made_at: this.#options.now() });
    await this.flush();
  }

  /** A person decided that it is not needed any more. */
  async drop(id: number): Promise<void> {
    await this.#options.storage.delete(id);
    this.#set(this.#entries.filter((entry) => entry.id !== id));
  }

  async #flush(): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) {
      if (this.#options.now() - next.made_at > KEY_LIVES_MS) {
        await this.#change(next.id, { refusal: this.#options.tooOld });
        continue;
      }
      try {
        await this.#options.send(next);
        await this.drop(next.id);
      } catch (error) {
        if (isTemporary(error)) return;
        await this.#change(next.id, { refusal: this.#options.explain(error) });
      }
    }
  }

  /** The oldest whose target has no earlier entry that a person must decide on. */
  #next(): OutboxEntry | undefined {
    const blocked = new Set<string>();
    for (const entry of this.#entries) {
      if (entry.refusal !== null) blocked.add(entry.target);
      else if (!blocked.has(entry.target)) return entry;
    }
    return undefined;
  }

  async #change(id: number, changes: Partial<OutboxEntry>): Promise<void> {
    const before = this.#entries.find((entry) => entry.id === id);
    if (!before) return;
    const after = { ...before, ...changes };
    await this.#options.storage.put(after);
    this.#set(this.#entries.map((entry) => (entry.id === id ? after : entry)));
  }

  #set(entries: readonly OutboxEntry[]): void {
    this.#entries = entries;
    for (const listener of this.#listeners) listener();
  }
}

/** No connection, a session that has ended, or a service that is busy: the same request can succeed later. */
function isTemporary(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  return error.status >= 500 || [401, 408, 429].includes(error.status) || isKeyInUse(error);
}

function isKeyInUse({ code }: ApiError): boolean {
  return code === 'idempotency_key_in_use';
}
