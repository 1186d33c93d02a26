import type { HttpReason } from '../../../platform/outbound/classify.ts';
import {
  type HttpOutcome,
  type HttpReply,
  sendHttp,
} from '../../../platform/outbound/http-client.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';

/** A short response is read to its end so that the connection can be reused. */
const MAX_READ_BYTES = 16 * 1024;
const MAX_STORED_BYTES = 1024;

/** The outcome of an attempt, as it is stored. No error means that the receiver accepted the event. */
export interface Outcome {
  statusCode: number | null;
  /** A machine-readable code; also set when the status is not a success. */
  error: string | null;
  /** The start of the response. */
  response: string | null;
  retryAfter: string | null;
  durationMs: number;
}

export interface Post {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

/**
 * Posts an event. The timeout covers everything from the DNS lookup to the end of the response, so a receiver
 * cannot extend it by sending one byte per second. Null if we aborted it through `signal`: the outcome is then
 * unknown.
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
      timeoutMs: outbound.timeoutsMs.response,
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

/** Reasons that share a public code: the API shows less detail than we know. */
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
  // Bytes that are not UTF-8 are replaced. A character cut at the end is dropped, and so is NUL, which
  // PostgreSQL cannot store.
  const start = new TextDecoder().decode(body.subarray(0, MAX_STORED_BYTES), { stream: true });
  return start.replaceAll('\0', '');
}
