import type { IncomingHttpHeaders, OutgoingHttpHeader, ServerResponse } from 'node:http';

/** How long a client waits before it reconnects, unless it decides otherwise. */
const RETRY_MS = 2_000;

/** One open stream of server-sent events. Nothing is buffered for a slow reader: `write` says when to stop. */
export class SseConnection {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse, headers: NodeJS.Dict<OutgoingHttpHeader>) {
    this.#response = response;
    // A broken connection also emits `close`, which is handled.
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

  /** Whether the client has not read the last write yet; wait for `whenDrained`. */
  get isFull(): boolean {
    return this.#response.writableNeedDrain;
  }

  /** False when 64 KiB are waiting to be read. */
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

  /** Closes after what was written; a client that does not read it is disconnected. */
  end(comment: string): void {
    if (this.isClosed) return;
    if (this.isFull) this.#response.destroy();
    else this.#response.end(`: ${comment}\n\n`);
  }
}

export const EVENT_STREAM_HEADERS: IncomingHttpHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Asks proxies such as nginx not to buffer.
  'x-accel-buffering': 'no',
  // No further request comes on this connection, so a stopping server does not wait for one.
  connection: 'close',
};
