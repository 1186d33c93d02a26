import type { HttpReason } from '../../../platform/outbound/classify.ts';
import {
  type HttpOutcome,
  type HttpReply,
  sendHttp,
} from '../../../platform/outbound/http-client.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';

/** A short response is read to its end, so that the connection can be used again. */
const MAX_READ_BYTES = 16 * 1024;
const MAX_KEPT_BYTES = 1024;

/** What became of an attempt, as it is stored. Without an error it was taken. */
export interface Outcome {
  statusCode: number | null;
  /** A code for programs; also where there is a status that is no success. */
  error: string | null;
  /** The start of the response. */
  response: string | null;
  retryAfter: string | null;
  durationMs: number;
}

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Posts an event. The time-out is for the whole of it, from looking up the name to the end of the response:
 * a receiver that sends a byte a second wins nothing by it. Null if it was canceled from here, by `signal`:
 * nothing is known about it then.
 */
export async function attempt(
  outbound: Outbound,
  post: Post,
  signal: AbortSignal,
): Promise<Outcome | null> {
  try {
    const sent = await sendHttp(outbound, {
      ...post,
      method: 'POST',
      timeoutMs: outbound.patienceMs.answer,
      maxResponseBytes: MAX_READ_BYTES,
      signal,
    });
    return toOutcome(sent);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** An attempt that failed before anything was sent. */
export function failedBefore(error: string): Outcome {
  return { statusCode: null, error, response: null, retryAfter: null, durationMs: 0 };
}

export function toOutcome(sent: HttpOutcome): Outcome {
  return {
    statusCode: sent.reply?.status ?? null,
    error: errorOf(sent),
    response: sent.reply && startOf(sent.reply),
    retryAfter: sent.reply?.retryAfter ?? null,
    durationMs: sent.durationMs,
  };
}

/** Receivers are told less than is known: these have no code of their own. */
const ERRORS: Partial<Record<HttpReason, string>> = {
  connect_timeout: 'timeout',
  connection_timed_out: 'timeout',
  tls_broken: 'tls_failed',
  invalid_request: 'connection_lost',
};

function errorOf(sent: HttpOutcome): string | null {
  if (sent.result === 'accepted') return null;
  if (sent.reply?.status === 410) return 'gone';
  return ERRORS[sent.reason] ?? sent.reason;
}

function startOf({ body }: HttpReply): string | null {
  if (body.length === 0) return null;
  // What is no UTF-8 is replaced; a character cut in two at the end is left out, and so is NUL, which
  // PostgreSQL does not keep.
  const start = new TextDecoder().decode(body.subarray(0, MAX_KEPT_BYTES), { stream: true });
  return start.replaceAll('\0', '');
}
