import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../server/platform/failure.ts';
import { Refused, send } from './api.ts';
import { CliError } from './cli-error.ts';
import type { Settings } from './settings.ts';

/** More than two heartbeats of the service: a connection that is silent for longer is dead. */
const SILENCE_MS = 35_000;

export interface StreamedEvent {
  seq: number;
  /** The JSON of the event, as it was sent. */
  text: string;
}

interface StreamOptions {
  after: number | null;
  /** The stream was opened, for the first time or again. */
  onOpen(): void;
  onLost(reason: string): void;
}

/**
 * The events of the organization, in order, none twice and none missing: whenever the stream ends, it is
 * reopened after the last event. Ends only with an error that a retry would not fix.
 */
export async function* streamEvents(
  settings: Settings,
  { after, onOpen, onLost }: StreamOptions,
): AsyncGenerator<StreamedEvent> {
  const place = { lastEventId: after === null ? '' : String(after), retryMs: 2_000 };
  let wasOpen = false;
  for (;;) {
    try {
      const headers = { 'last-event-id': place.lastEventId };
      const silence = new AbortController();
      const request = { headers, signal: silence.signal };
      const response = await send(settings, '/v1/events/stream', request);
      wasOpen = true;
      onOpen();
      yield* readStream(response, place, silence);
      onLost('closed by the service');
    } catch (error) {
      if (!wasOpen || isFinal(error)) throw asFinal(error);
      onLost(messageOf(error));
    }
    await sleep(place.retryMs);
  }
}

/** A refusal is final, unless the service is only busy or starting. */
function isFinal(error: unknown): boolean {
  return error instanceof Refused && error.status < 500 && error.status !== 429;
}

function asFinal(error: unknown): unknown {
  if (error instanceof CliError) return error;
  return new CliError('stream_failed', `The stream failed: ${messageOf(error)}`);
}

/** Parses server-sent events: the part of the HTML standard that the service uses. */
async function* readStream(
  response: Response,
  place: { lastEventId: string; retryMs: number },
  silence: AbortController,
): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder();
  const dead = new Error('no data for too long');
  let timer = setTimeout(() => silence.abort(dead), SILENCE_MS);
  let rest = '';
  try {
    for await (const bytes of response.body ?? []) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(dead), SILENCE_MS);
      const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = readFields(block);
        if (fields.retry) place.retryMs = Number(fields.retry);
        if (fields.data) yield { seq: Number(fields.id), text: fields.data };
        // Set only now: an event that was not processed is requested again.
        if (fields.id) place.lastEventId = fields.id;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

function readFields(block: string): Record<string, string> {
  const fields: Record<string, string> = {};
  // Not a dot: it would stop at U+2028, which JSON does not escape and which does not end a line of the stream.
  for (const [, name = '', value = ''] of block.matchAll(/^(\w+): ?([^\n]*)/gm)) {
    fields[name] = value;
  }
  return fields;
}
