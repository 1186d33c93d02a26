import { setTimeout as sleep } from 'node:timers/promises';

/** What a browser asks for on a screen, and after which events, by the first part of their type, it asks again. */
interface SimulatedScreen {
  reads: readonly string[];
  kinds: readonly string[];
}

/** What every visit begins with; the files of the page itself are in the browser. */
const START = ['/', '/v1/me'];

const INBOX: SimulatedScreen = {
  reads: ['/v1/inbox?view=everyone&limit=50', '/v1/inbox/summary'],
  kinds: ['lead', 'communication', 'follow_up', 'inbox_item', 'customer', 'contact'],
};

const JOBS = ['contracted', 'scheduled', 'in_progress', 'on_hold', 'completed', 'in_warranty'];

/** As a real browser asks for them. */
const SCREENS: readonly SimulatedScreen[] = [
  INBOX,
  { reads: ['/v1/leads?limit=50&sort=created_at'], kinds: ['lead', 'appointment', 'job'] },
  { reads: ['/v1/customers?limit=100'], kinds: ['customer'] },
  {
    reads: ['/v1/dispatch', '/v1/organization'],
    kinds: ['appointment', 'time_off', 'user', 'organization'],
  },
  {
    reads: [
      ...[...JOBS, 'closed', 'canceled'].map((status) => `/v1/jobs?status=${status}&limit=50`),
      '/v1/appointments?status=booked%2Cconfirmed%2Cdispatched%2Cen_route%2Cin_progress&limit=200',
      '/v1/users?limit=200',
    ],
    kinds: ['job', 'appointment'],
  },
  { reads: ['/v1/invoices?status=sent%2Cpartially_paid&limit=200'], kinds: ['invoice'] },
];

export interface ConsoleOptions {
  url: string;
  /** Of a session. */
  cookie: string;
  /** Below 1, the same for the same seed. */
  random(): number;
  onFailure(reason: string): void;
}

/** As in the page: the events of one change are answered by one request. */
const GATHER_MS = 30;
const SECOND = 1_000;

/**
 * One browser with the console, as the service sees it: the same requests in the same order, taken from a recording of a
 * real one. It opens the stream of events, changes between screens, reads again after events, loses its connection now
 * and then, and is reloaded.
 */
export class SimulatedConsole {
  readonly #options: ConsoleOptions;
  #screen: SimulatedScreen = INBOX;
  #lastEventId = '';
  #gathering: ReturnType<typeof setTimeout> | null = null;
  #isDirty = false;
  #isReading = false;
  #requests = 0;
  #events = 0;

  constructor(options: ConsoleOptions) {
    this.#options = options;
  }

  get counts(): { requests: number; events: number } {
    return { requests: this.#requests, events: this.#events };
  }

  /** Until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#visit(AbortSignal.any([signal, AbortSignal.timeout(this.#between(60, 300))]));
    }
    if (this.#gathering) clearTimeout(this.#gathering);
  }

  /** From one reload to the next. */
  async #visit(signal: AbortSignal): Promise<void> {
    this.#lastEventId = '';
    this.#screen = INBOX;
    await this.#readAll(START, signal);
    // The page reads again when the stream is open: there may have been events in between.
    await this.#readAll(this.#screen.reads, signal);
    const stream = this.#follow(signal);
    await this.#readAll(this.#screen.reads, signal);
    while (!signal.aborted) {
      await pause(this.#between(5, 25), signal);
      const next = SCREENS[Math.floor(this.#options.random() * SCREENS.length)] ?? INBOX;
      this.#screen = next;
      await this.#readAll(next.reads, signal);
    }
    await stream;
  }

  /** The stream, again and again: now and then the connection is lost. */
  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const until = AbortSignal.any([signal, AbortSignal.timeout(this.#between(30, 240))]);
      await this.#readStream(until).catch((error: unknown) => {
        if (!until.aborted) this.#options.onFailure(`stream: ${error}`);
      });
      await pause(2 * SECOND, signal);
    }
  }

  async #readStream(signal: AbortSignal): Promise<void> {
    const { url, cookie } = this.#options;
    const headers = {
      cookie,
      accept: 'text/event-stream',
      ...(this.#lastEventId && { 'last-event-id': this.#lastEventId }),
    };
    const response = await fetch(`${url}/v1/events/stream`, { headers, signal });
    if (!response.ok || response.body === null) throw new Error(`${response.status}`);
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block, signal);
    }
  }

  #take(block: string, signal: AbortSignal): void {
    const id = /^id: (\d+)$/m.exec(block)?.[1];
    if (id !== undefined) this.#lastEventId = id;
    const kind = /^event: (\w+)\./m.exec(block)?.[1];
    if (kind === undefined) return;
    this.#events += 1;
    if (!this.#screen.kinds.includes(kind)) return;
    this.#isDirty = true;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = null;
      void this.#readAgain(signal);
    }, GATHER_MS);
  }

  /** One read at a time, as in the page: what changes meanwhile is read by the next. */
  async #readAgain(signal: AbortSignal): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isDirty && !signal.aborted) {
      this.#isDirty = false;
      await this.#readAll(this.#screen.reads, signal);
    }
    this.#isReading = false;
  }

  async #readAll(paths: readonly string[], signal: AbortSignal): Promise<void> {
    await Promise.all(paths.map((path) => this.#read(path, signal)));
  }

  async #read(path: string, signal: AbortSignal): Promise<void> {
    const { url, cookie, onFailure } = this.#options;
    try {
      const response = await fetch(url + path, { headers: { cookie }, signal });
      await response.arrayBuffer();
      this.#requests += 1;
      if (!response.ok) onFailure(`${response.status} ${path}`);
    } catch (error) {
      if (!signal.aborted) onFailure(`${path}: ${error}`);
    }
  }

  #between(from: number, to: number): number {
    return Math.round((from + this.#options.random() * (to - from)) * SECOND);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => {});
}
