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
  /** For the whole exchange, from looking up the name to the end of the response. */
  timeoutMs: number;
  /** No more of the response is read. */
  maxResponseBytes: number;
  /** Where a status means something else to this receiver. */
  resultOfStatus?(status: number): SendResult;
  /** Cancels the request. */
  signal?: AbortSignal;
}

export interface HttpReply {
  status: number;
  contentType: string | null;
  /** The header `Retry-After`. */
  retryAfter: string | null;
  /** The start of the response. */
  body: Buffer;
  /** `truncated`: it was longer than the limit. `interrupted`: it broke off, or the time was over. */
  bodyEnd: 'complete' | 'truncated' | 'interrupted';
}

export type HttpOutcome = SendOutcome<HttpReply, HttpReason>;

/**
 * Sends one request and says what became of it. Redirects are not followed: they would lead to an address that
 * nobody has entered. Rejects only if `signal` was aborted: nothing is known about the request then.
 */
export async function sendHttp(outbound: Outbound, options: HttpRequest): Promise<HttpOutcome> {
  const { signal, timeoutMs } = options;
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const ending = new AbortController();
  // Not AbortSignal.any: the caller's signal lives as long as the worker, and would hold on to every request.
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

/** As far as it comes: the status has already said what became of the request. */
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
  const detail = `The receiver answered ${status}`;
  const arrived = { detail, mayHaveArrived: true, durationMs };
  return { ...notAccepted(result, reasonOfStatus(status), arrived), reply };
}
