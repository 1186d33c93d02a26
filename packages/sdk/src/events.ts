import type { CallOptions, Core } from './core.ts';
import type { Event } from './generated/types.ts';
import { ApiError, ConnectionError } from './problem.ts';

export interface EventStreamQuery {
  /** Start after this `seq`. Without it, the stream starts with the next event. */
  after?: number | undefined;
  /** Only events of these types, such as `lead.created` or `lead.*`. */
  type?: readonly string[] | undefined;
  lifecycle_number?: string | undefined;
}

export interface EventStreamOptions extends CallOptions {
  /** The stream was opened, for the first time or again. */
  onOpen?(): void;
  /** The stream was lost, and will be opened again; unless this throws. */
  onLost?(error: unknown): void;
}

/** More than two heartbeats of the service: a connection that is silent for longer is dead. */
const SILENCE_MS = 35_000;
const NO_TIMEOUT = 2 ** 31 - 1;

/** Where the stream is. */
interface Place {
  lastEventId: string;
  retryMs: number;
}

/**
 * The events of the organization, in order, none twice and none missing: whenever the connection ends, it is opened
 * again after the last event. It ends only with an error that would come again, or when the signal is aborted.
 */
export async function* streamEvents(
  core: Core,
  { after, ...query }: EventStreamQuery,
  options: EventStreamOptions = {},
): AsyncGenerator<Event> {
  const place: Place = { lastEventId: after === undefined ? '' : String(after), retryMs: 2_000 };
  for (;;) {
    const silence = new AbortController();
    const signal = options.signal
      ? AbortSignal.any([options.signal, silence.signal])
      : silence.signal;
    try {
      const response = await open(core, query, place, { ...options, signal });
      options.onOpen?.();
      yield* readEvents(response, place, silence);
      options.onLost?.(new ConnectionError('The service closed the stream.'));
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error;
      options.onLost?.(error);
    }
    await core.wait(place.retryMs, options.signal);
  }
}

function open(
  core: Core,
  query: object,
  { lastEventId }: Place,
  options: CallOptions,
): Promise<Response> {
  const headers = {
    ...options.headers,
    accept: 'text/event-stream',
    ...(lastEventId && { 'last-event-id': lastEventId }),
  };
  const stream = { ...options, headers, timeoutMs: NO_TIMEOUT };
  return core.send('GET', '/v1/events/stream', undefined, stream, query);
}

/** Reads server-sent events: the part of the standard that the service uses. */
async function* readEvents(
  response: Response,
  place: Place,
  silence: AbortController,
): AsyncGenerator<Event> {
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const timer = setTimeout(() => silence.abort(), SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const { id, data, retry } = fieldsOf(block);
        if (retry) place.retryMs = Number(retry) || place.retryMs;
        if (data) yield JSON.parse(data);
        // Set only now: an event that was not processed is requested again.
        if (id) place.lastEventId = id;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function fieldsOf(block: string): Record<string, string> {
  const fields: Record<string, string> = {};
  // Not a dot: it would stop at U+2028, which JSON does not escape and which does not end a line of the stream.
  for (const [, name = '', value = ''] of block.matchAll(/^(\w+): ?([^\n]*)/gm))
    fields[name] = value;
  return fields;
}
