import { classifyFailure, reasonOfStatus, resultOfStatus } from '../platform/outbound/classify.ts';
import type { HttpOutcome, HttpReply } from '../platform/outbound/http-client.ts';
import { accepted, notAccepted } from '../platform/outbound/outcome.ts';

/** Outcomes of the HTTP client, for tests of how a feature handles them. */

export function replied(
  status: number,
  reply: Partial<HttpReply> = {},
  resultOf = resultOfStatus,
): HttpOutcome {
  const whole: HttpReply = {
    status,
    contentType: null,
    retryAfter: null,
    body: Buffer.alloc(0),
    bodyEnd: 'complete',
    ...reply,
  };
  const result = resultOf(status);
  if (result === 'accepted') return accepted(whole, 1);
  const detail = `The receiver returned ${status}`;
  return { ...notAccepted(result, reasonOfStatus(status), { detail }), reply: whole };
}

/** From an error or an error code. */
export function failed(error: Error | string): HttpOutcome {
  const thrown =
    typeof error === 'string' ? Object.assign(new Error(error), { code: error }) : error;
  return classifyFailure(thrown);
}
