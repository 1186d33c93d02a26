import { type Dispatcher, request } from 'undici';
import { AddressNotPublic, type Outbound } from '../../../platform/outbound/outbound.ts';

const MAX_READ_BYTES = 16 * 1024;
const MAX_KEPT_BYTES = 1024;

/** What became of an attempt. Without an error it was taken. */
export interface Outcome {
  statusCode: number | null;
  /** A code for programs; also where there is a status that is no success. */
  error: string | null;
  /** The start of what was answered. */
  response: string | null;
  retryAfter: string | null;
  durationMs: number;
}

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
}

class OutOfPatience extends Error {}

/**
 * Posts an event. Its patience is for the whole of it, from looking up the name to the end of the answer:
 * a receiver that sends a byte a second wins nothing by it. Null if it was called off from here, by `signal`:
 * nothing is known about it then.
 */
export async function attempt(
  outbound: Outbound,
  post: Post,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const startedAt = performance.now();
  const end = new AbortController();
  const callOff = () => end.abort(signal.reason);
  signal.addEventListener('abort', callOff, { once: true });
  const patience = setTimeout(() => end.abort(new OutOfPatience()), outbound.patienceMs.answer);
  try {
    const outcome = await send(outbound, post, end.signal);
    return { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
  } catch (error) {
    if (signal.aborted) return null;
    const durationMs = Math.round(performance.now() - startedAt);
    return { statusCode: null, error: codeOf(error), response: null, retryAfter: null, durationMs };
  } finally {
    clearTimeout(patience);
    signal.removeEventListener('abort', callOff);
  }
}

async function send(
  outbound: Outbound,
  { url, headers, body }: Post,
  signal: AbortSignal,
): Promise<Omit<Outcome, 'durationMs'>> {
  const answer = await request(url, {
    method: 'POST',
    dispatcher: outbound.agent,
    signal,
    headers,
    body,
  });
  const { statusCode } = answer;
  const retryAfter = answer.headers['retry-after'];
  return {
    statusCode,
    error: errorOfStatus(statusCode),
    response: await readStart(answer.body),
    retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
  };
}

function errorOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  return status === 410 ? 'gone' : 'bad_status';
}

/** As far as it comes: the status has said enough. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of body) {
      pieces.push(piece);
      size += piece.length;
      // Leaving the loop drops the connection.
      if (size >= MAX_READ_BYTES) break;
    }
  } catch {
    // It broke off, or our patience ended.
  }
  if (size === 0) return null;
  const start = Buffer.concat(pieces).subarray(0, MAX_KEPT_BYTES);
  // What is no UTF-8 is replaced; a character cut in two at the end is left out, and so is NUL, which
  // PostgreSQL does not keep.
  return new TextDecoder().decode(start, { stream: true }).replaceAll('\0', '');
}

const CODES: Record<string, string> = {
  ECONNREFUSED: 'connection_refused',
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  ENODATA: 'host_not_found',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'not_http',
};
const TLS = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/;

function codeOf(error: unknown): string {
  if (error instanceof AddressNotPublic) return 'address_not_public';
  if (error instanceof OutOfPatience) return 'timeout';
  const { name, code: given } = error as Error & { code?: unknown };
  if (name === 'HTTPParserError') return 'not_http';
  const code = String(given ?? '');
  if (TLS.test(code)) return 'tls_failed';
  return CODES[code] ?? 'connection_lost';
}
