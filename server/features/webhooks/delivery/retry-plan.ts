import { readRetryAfter } from '../../../platform/outbound/retry-after.ts';

/** When a failed delivery is retried. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delay after each failure except the last: ten attempts over 75.6 hours. */
const DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
export const MAX_ATTEMPTS = DELAYS_MS.length + 1;
/** Deliveries that failed together are not all retried together. */
const JITTER = 0.1;
/** A receiver can ask for a longer delay than planned, up to this limit. */
const MAX_RETRY_AFTER_MS = 24 * HOUR;
/** With no success for this long, the endpoint is considered dead. */
const FAILING_FOR_GOOD_MS = 120 * HOUR;

export interface FailedAttempt {
  /** Number of attempts, including this one. */
  attempts: number;
  at: Date;
  /** The `Retry-After` header of the response, if any. */
  retryAfter: string | null;
  /** Between 0 and 1. */
  random: number;
}

/** Null when no attempts are left. */
export function nextAttemptAt({ attempts, at, retryAfter, random }: FailedAttempt): Date | null {
  const delay = DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  const planned = delay * (1 + JITTER * (2 * random - 1));
  const requested = Math.min(readRetryAfter(retryAfter, at) ?? 0, MAX_RETRY_AFTER_MS);
  return new Date(at.getTime() + Math.max(planned, requested));
}

export function isFailingForGood(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_FOR_GOOD_MS;
}
