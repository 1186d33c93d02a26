import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Api } from '../../packages/mcp/src/index.ts';
import type { Announcements } from '../platform/events/announcements.ts';
import { isObject } from '../platform/is-object.ts';

const POLL_MS = 15_000;
const PAGE = 200;
/** Each of them costs a request when something happens in the organization. */
export const MAX_WATCHED = 20;

/** The lifecycle numbers that a request wants to watch; null if it is another request. */
export function watchedNumbers(body: unknown): string[] | null {
  if (!isObject(body) || body.method !== 'subscriptions/listen' || !isObject(body.params))
    return null;
  const { notifications } = body.params;
  const uris = isObject(notifications) ? notifications.resourceSubscriptions : [];
  return (Array.isArray(uris) ? uris : []).flatMap(
    (uri) => /^throughline:\/\/lifecycles\/(\d{6,15}-\d)$/.exec(String(uri))?.[1] ?? [],
  );
}

interface WatchOptions {
  api: Api;
  announcements: Announcements;
  organizationId: string;
  numbers: readonly string[];
  /** The token was revoked, or lost a scope. */
  onRefused: () => void;
}

/**
 * Says when something happened under a lifecycle number. It asks the API with the token of the subscriber, as often as
 * the organization has new events and at least every 15 s: so scopes apply, and a revoked token ends the subscription.
 */
export class LifecycleWatch implements ServerEventBus {
  readonly #options: WatchOptions;
  readonly #seen = new Map<string, number>();
  #listener: ((event: ServerEvent) => void) | null = null;
  #polling: Promise<void> | null = null;
  #isStale = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Reads what has happened so far, so that only what follows is said. */
  async start(): Promise<void> {
    for (const number of this.#options.numbers) await this.#read(number);
  }

  /** Only the log of events says what happened. */
  publish(): void {}

  subscribe(listener: (event: ServerEvent) => void): () => void {
    const { announcements, organizationId } = this.#options;
    this.#listener = listener;
    const stopListening = announcements.listen({
      announced: (announced) => {
        if (announced.some((one) => one.organizationId === organizationId)) this.#poll();
      },
      reconnected: () => this.#poll(),
    });
    const timer = setInterval(() => this.#poll(), POLL_MS);
    this.#poll();
    return () => {
      this.#listener = null;
      stopListening();
      clearInterval(timer);
    };
  }

  /** One at a time; what is announced meanwhile is read afterwards. */
  #poll(): void {
    this.#isStale = true;
    // What fails now is read again with the next announcement, or in 15 s.
    this.#polling ??= this.#pollAll()
      .catch(() => {})
      .finally(() => {
        this.#polling = null;
      });
  }

  async #pollAll(): Promise<void> {
    while (this.#isStale && this.#listener !== null) {
      this.#isStale = false;
      for (const number of this.#options.numbers) {
        const isNew = await this.#read(number);
        const uri = `throughline://lifecycles/${number}`;
        if (isNew) this.#listener?.({ kind: 'resource_updated', uri });
      }
    }
  }

  /** Whether there are events that were not seen before. */
  async #read(number: string): Promise<boolean> {
    for (let isNew = false; ; isNew = true) {
      const after = this.#seen.get(number) ?? 0;
      const path = `/v1/events?lifecycle_number=${number}&limit=${PAGE}&after=${after}`;
      const { status, body } = await this.#options.api.request({ method: 'GET', path });
      const isRefused = status === 401 || status === 403;
      if (isRefused && this.#listener !== null) this.#options.onRefused();
      const rows = status === 200 && isObject(body) && Array.isArray(body.data) ? body.data : [];
      const last: unknown = rows.at(-1);
      if (!isObject(last)) return isNew;
      this.#seen.set(number, Number(last.seq));
    }
  }
}
