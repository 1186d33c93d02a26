import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { eventually } from './eventually.ts';

export interface StreamedEvent {
  id: string;
  type: string;
  data: { id: string; seq: number; type: string; lifecycle_number: string | null; data: object };
}

/** The seqs from the first to the last. */
export function seqsFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** A client of /v1/events/stream with its own socket. */
export class EventListener {
  readonly events: StreamedEvent[] = [];
  readonly comments: string[] = [];
  readonly retries: string[] = [];
  readonly headers: IncomingHttpHeaders;
  hasEnded = false;
  readonly #response: IncomingMessage;
  #rest = '';

  /** A refused request throws the status and the code of the problem. */
  static async open(
    url: string,
    token: string,
    options: { query?: string; lastEventId?: string; paused?: boolean } = {},
  ): Promise<EventListener> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const asking = request(`${url}/v1/events/stream${options.query ?? ''}`, {
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          ...(options.lastEventId === undefined ? {} : { 'last-event-id': options.lastEventId }),
        },
      });
      asking.on('response', resolve).on('error', reject).end();
    });
    if (response.statusCode === 200) return new EventListener(response, options.paused ?? false);
    let text = '';
    for await (const part of response.setEncoding('utf8')) text += part;
    throw new Error(`${response.statusCode} ${JSON.parse(text).code}`);
  }

  constructor(response: IncomingMessage, paused: boolean) {
    this.#response = response;
    this.headers = response.headers;
    response.on('close', () => {
      this.hasEnded = true;
    });
    response.on('error', () => {});
    response.setEncoding('utf8');
    if (!paused) this.resume();
  }

  get seqs(): number[] {
    return this.events.map(({ data }) => data.seq);
  }

  /** Where it would continue after a reconnect. */
  get lastEventId(): string | undefined {
    return this.events.at(-1)?.id;
  }

  /** Whether the stream ended properly, after a last complete chunk, and was not cut off. */
  get hasEndedCleanly(): boolean {
    return this.hasEnded && this.#response.complete;
  }

  resume(): void {
    if (this.#response.listenerCount('data') === 0) {
      this.#response.on('data', (text: string) => this.#take(text));
    }
    this.#response.resume();
  }

  pause(): void {
    this.#response.pause();
  }

  close(): void {
    this.#response.destroy();
  }

  async until(count: number, withinMs = 10_000): Promise<void> {
    await eventually(async () => this.events.length >= count, withinMs).catch(() => {
      assert.fail(`${this.events.length} of ${count} events arrived within ${withinMs} ms`);
    });
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) this.#read(block.split('\n'));
  }

  #read(lines: string[]): void {
    const fields = new Map<string, string>();
    for (const line of lines) {
      const match = /^(\w*): ?(.*)$/.exec(line) ?? assert.fail(`not a line: ${line}`);
      const [, name = '', value = ''] = match;
      if (name === '') this.comments.push(value);
      else if (name === 'retry') this.retries.push(value);
      else fields.set(name, value);
    }
    const [id = '', type = '', data] = ['id', 'event', 'data'].map((name) => fields.get(name));
    if (data !== undefined) this.events.push({ id, type, data: JSON.parse(data) });
  }
}
