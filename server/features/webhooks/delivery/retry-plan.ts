import { readRetryAfter } from '../../../platform/outbound/retry-after.ts';

/** When an event that was not taken is tried again. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After each failure but the last: ten attempts over 75.6 hours. */
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
/** Those that failed together do not all come back together. */
const JITTER = 0.1;
/** A receiver may ask for more time than the plan gives it, but not for ever. */
const MAX_RETRY_AFTER_MS = 24 * HOUR;
/** Without a single success for so long, nobody is there. */
const FAILING_FOR_GOOD_MS = 120 * HOUR;

export interface FailedAttempt {
  /** How many there were, this one included. */
  attempts: number;
  at: Date;
  /** The header `Retry-After`, if it had one. */
  retryAfter: string | null;
  /** Between 0 and 1. */
  random: number;
}

/** Null once it is given up. */
export function nextAttemptAt({ attempts, at, retryAfter, random }: FailedAttempt): Date | null {
  const delay = DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  const planned = delay * (1 + JITTER * (2 * random - 1));
  const wished = Math.min(readRetryAfter(retryAfter, at) ?? 0, MAX_RETRY_AFTER_MS);
  return new Date(at.getTime() + Math.max(planned, wished));
}

export function isFailingForGood(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_FOR_GOOD_MS;
}
