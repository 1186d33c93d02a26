import type { IncomingHttpHeaders, OutgoingHttpHeader, ServerResponse } from 'node:http';

/** How long a client that lost its stream waits before it asks again, unless it knows better. */
const RETRY_MS = 2_000;

/**
 * The answer to one who listens: server-sent events, written for as long as both sides like. Nothing is
 * piled up here for somebody who reads slowly: `write` says when to stop.
 */
export class SseConnection {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse, headers: NodeJS.Dict<OutgoingHttpHeader>) {
    this.#response = response;
    // A broken connection ends in `close`; there is nothing to do about its error.
    response.on('error', () => {});
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) response.setHeader(name, value);
    }
    response.writeHead(200, EVENT_STREAM_HEADERS);
    response.write(`: throughline\nretry: ${RETRY_MS}\n\n`);
  }

  get isClosed(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  /** Whether the last that was written has not been taken yet; wait for `whenDrained`. */
  get isFull(): boolean {
    return this.#response.writableNeedDrain;
  }

  /** False once there is enough on its way (64 KiB). */
  write(text: string | Buffer): boolean {
    if (this.isClosed) return false;
    return this.#response.write(text);
  }

  whenDrained(then: () => void): void {
    this.#response.once('drain', then);
  }

  whenClosed(then: () => void): void {
    if (this.#response.destroyed) then();
    else this.#response.once('close', then);
  }

  /** Cleanly, after what was written; one who does not even take that is cut off. */
  end(comment: string): void {
    if (this.isClosed) return;
    if (this.isFull) this.#response.destroy();
    else this.#response.end(`: ${comment}\n\n`);
  }
}

export const EVENT_STREAM_HEADERS: IncomingHttpHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Asks a proxy, nginx for one, to pass on every event at once.
  'x-accel-buffering': 'no',
  // There is no next request on it, so that a server that stops need not wait for one.
  connection: 'close',
};
