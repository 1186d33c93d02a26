import type { Event } from '../../packages/sdk/src/index.ts';

export interface QueryState<Value> {
  /** What was read last; of an earlier visit, if `isStale`. */
  value: Value | undefined;
  isStale: boolean;
  /** Why the last try failed; null after a success. */
  error: unknown;
}

export interface QueryOptions<Value> {
  load(signal: AbortSignal): Promise<Value>;
  /** Whether this event can change the result. */
  isAffectedBy(event: Event): boolean;
  /** What of it is kept for the next visit; all of it by default. */
  toKeep?(value: Value): Value;
}

/** Where results are stored between visits. */
export interface Cache {
  /** What was read ahead; undefined if it was not. */
  peek(key: string): unknown;
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
}

/** Several events of one change arrive together; one request answers them all. */
const GATHER_MS = 30;

/**
 * One read of the service that pages share. It is repeated when an event may have changed its result: also if the event
 * arrives while a request is under way, because its response may be older than the event.
 */
export class Query<Value> {
  readonly #key: string;
  readonly #cache: Cache;
  readonly #listeners = new Set<() => void>();
  #options: QueryOptions<Value>;
  #state: QueryState<Value> = { value: undefined, isStale: true, error: null };
  #running: Promise<void> | null = null;
  #isDirty = true;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #abort = new AbortController();

  constructor(key: string, options: QueryOptions<Value>, cache: Cache) {
    this.#key = key;
    this.#options = options;
    this.#cache = cache;
    const value = cache.peek(key) as Value | undefined;
    if (value !== undefined) this.#state = { value, isStale: true, error: null };
  }

  get state(): QueryState<Value> {
    return this.#state;
  }

  /** The newest function of the component: it may contain newer values. */
  use(options: QueryOptions<Value>): void {
    this.#options = options;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#isDirty) void this.refresh();
    return () => {
      this.#listeners.delete(listener);
    };
  }

  take(event: Event): void {
    if (this.#options.isAffectedBy(event)) this.touch();
  }

  /** The result may have changed: it is read again now, or when a page shows it again. */
  touch(): void {
    this.#isDirty = true;
    if (this.#listeners.size === 0 || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.refresh();
    }, GATHER_MS);
  }

  /** Resolves when the result is newer than this call, or the service could not be asked. */
  async refresh(): Promise<void> {
    this.#isDirty = true;
    this.#running ??= this.#readUntilClean().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  /** Another value at once, such as a list without the row that was just completed. */
  replace(change: (value: Value) => Value): void {
    const { value } = this.#state;
    if (value !== undefined) this.#set({ ...this.#state, value: change(value) });
  }

  stop(): void {
    this.#abort.abort();
    this.#listeners.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  async #readUntilClean(): Promise<void> {
    if (this.#state.value === undefined) await this.#readCache();
    while (this.#isDirty) {
      this.#isDirty = false;
      try {
        const value = await this.#options.load(this.#abort.signal);
        this.#set({ value, isStale: false, error: null });
        const kept = this.#options.toKeep?.(value) ?? value;
        void this.#cache.write(this.#key, kept).catch(() => {});
      } catch (error) {
        if (this.#abort.signal.aborted) return;
        this.#isDirty = true;
        this.#set({ ...this.#state, error });
        return;
      }
    }
  }

  async #readCache(): Promise<void> {
    const value = (await this.#cache.read(this.#key).catch(() => undefined)) as Value | undefined;
    if (value !== undefined) this.#set({ value, isStale: true, error: null });
  }

  #set(state: QueryState<Value>): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
