import { type Dispatcher, request } from 'undici';
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
  url: string;
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
  const ending = new AbortController();
  // Not AbortSignal.any: the caller's signal lives as long as the worker and would keep every request in memory.
  const cancel = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', cancel, { once: true });
  const timer = setTimeout(() => ending.abort(new DeadlinePassed()), timeoutMs);
  try {
    const reply = await exchange(outbound, options, ending.signal);
    return outcomeOf(reply, options.resultOfStatus ?? resultOfStatus, elapsedMs());
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ...classifyFailure(error), durationMs: elapsedMs() };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

async function exchange(
  outbound: Outbound,
  { url, method, headers, body, maxResponseBytes }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpReply> {
  const response = await request(url, {
    method,
    headers,
    body,
    signal,
    dispatcher: outbound.agent,
  });
  const retryAfter = response.headers['retry-after'];
  return {
    status: response.statusCode,
    contentType: response.headers['content-type']?.toString() ?? null,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
    ...(await readStart(response.body, maxResponseBytes)),
  };
}

/** Reads as much as possible: the status already determines the outcome of the request. */
async function readStart(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
): Promise<Pick<HttpReply, 'body' | 'bodyEnd'>> {
  const pieces: Buffer[] = [];
  let size = 0;
  let bodyEnd: HttpReply['bodyEnd'] = 'complete';
  try {
    for await (const piece of body) {
      pieces.push(piece);
      size += piece.length;
      if (size <= maxBytes) continue;
      bodyEnd = 'truncated';
      // Leaving the loop closes the connection.
      break;
    }
  } catch {
    bodyEnd = 'interrupted';
  }
  return { body: Buffer.concat(pieces).subarray(0, maxBytes), bodyEnd };
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
