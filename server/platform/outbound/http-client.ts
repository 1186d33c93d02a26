import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import {
  classifyFailure,
  DeadlinePassed,
  type HttpReason,
  reasonOfStatus,
  resultOfStatus,
} from './classify.ts';
import type { Outbound } from './outbound.ts';
import { accepted, notAccepted, type SendOutcome, type SendResult } from './outcome.ts';

export interface HttpRequest {
  url: string | URL;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  body: string | null;
  /** For the whole exchange, from the DNS lookup to the end of the response. */
  timeoutMs: number;
  /** At most this much of the response is read. */
  maxResponseBytes: number;
  /** Set if statuses have a different meaning for this receiver. */
  resultOfStatus?(status: number): SendResult;
  /** Cancels the request. */
  signal?: AbortSignal;
}

export interface HttpReply {
  status: number;
  contentType: string | null;
  /** The `Retry-After` header. */
  retryAfter: string | null;
  /** The start of the response. */
  body: Buffer;
  /** `truncated`: longer than the limit. `interrupted`: the connection broke or timed out. */
  bodyEnd: 'complete' | 'truncated' | 'interrupted';
}

export type HttpOutcome = SendOutcome<HttpReply, HttpReason>;

/**
 * Sends one request and returns its outcome. Redirects are not followed: they would lead to a URL that no user
 * has entered. Rejects only if `signal` was aborted: then the outcome of the request is unknown.
 */
export async function sendHttp(outbound: Outbound, options: HttpRequest): Promise<HttpOutcome> {
  const { signal, timeoutMs } = options;
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const exchange = new Exchange(options.maxResponseBytes);
  const cancel = () => exchange.abort(signal?.reason);
  signal?.addEventListener('abort', cancel, { once: true });
  const timer = setTimeout(() => exchange.abort(new DeadlinePassed()), timeoutMs);
  try {
    if (signal?.aborted) cancel();
    else dispatch(outbound.agent, options, exchange);
    const reply = await exchange.reply;
    return outcomeOf(reply, options.resultOfStatus ?? resultOfStatus, elapsedMs());
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ...classifyFailure(error), durationMs: elapsedMs() };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

function dispatch(
  agent: Dispatcher,
  { url, method, headers, body }: HttpRequest,
  handler: Exchange,
): void {
  const { origin, pathname, search } = typeof url === 'string' ? new URL(url) : url;
  agent.dispatch({ origin, path: `${pathname}${search}`, method, headers, body }, handler);
}

/**
 * Reads one response from the events of the connection. The request() of undici makes a stream of each response, and of
 * each of the many without a body, too.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly reply: Promise<HttpReply>;
  readonly #settle: Pick<PromiseWithResolvers<HttpReply>, 'resolve' | 'reject'>;
  readonly #maxBytes: number;
  readonly #pieces: Buffer[] = [];
  #size = 0;
  #head: Omit<HttpReply, 'body' | 'bodyEnd'> | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #aborted: Error | null = null;

  constructor(maxBytes: number) {
    const { promise, ...settle } = Promise.withResolvers<HttpReply>();
    this.reply = promise;
    this.#settle = settle;
    this.#maxBytes = maxBytes;
  }

  /** Ends it at once, also while it waits for a connection. */
  abort(reason: Error): void {
    this.#aborted = reason;
    this.#end('interrupted', reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#aborted) controller.abort(this.#aborted);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // Only an announcement of the response.
    if (status < 200) return;
    this.#head = {
      status,
      contentType: single(headers['content-type']),
      retryAfter: single(headers['retry-after']),
    };
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#pieces.push(piece);
    this.#size += piece.length;
    if (this.#size <= this.#maxBytes) return;
    const tooLong = new Error('The response is longer than what is read of it.');
    this.#end('truncated', tooLong);
    // Closes the connection.
    controller.abort(tooLong);
  }

  onResponseEnd(): void {
    this.#end('complete', null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end('interrupted', error);
  }

  /** As much of the body as arrived: the status already determines the outcome of the request. */
  #end(bodyEnd: HttpReply['bodyEnd'], error: Error | null): void {
    const head = this.#head;
    if (head === null) this.#settle.reject(error);
    else {
      const body = Buffer.concat(this.#pieces).subarray(0, this.#maxBytes);
      this.#settle.resolve({ ...head, body, bodyEnd });
    }
  }
}

/** A header that a receiver sends twice says nothing. */
function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function outcomeOf(
  reply: HttpReply,
  resultOf: (status: number) => SendResult,
  durationMs: number,
): HttpOutcome {
  const { status } = reply;
  const result = resultOf(status);
  if (result === 'accepted') return accepted(reply, durationMs);
  const detail = `The receiver returned ${status}`;
  const arrived = { detail, mayHaveArrived: true, durationMs };
  return { ...notAccepted(result, reasonOfStatus(status), arrived), reply };
}
