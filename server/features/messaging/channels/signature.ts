import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signatures on requests in both directions. They prove the sender and the time of the request. */

/** A recorded request cannot be replayed after this time. */
const VALID_SECONDS = 5 * 60;

export function sign(secret: string, timestamp: string, body: string | Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

export function toTimestamp(at: Date): string {
  return String(Math.floor(at.getTime() / 1000));
}

export function isSignedBy(
  secret: string,
  request: { timestamp: unknown; signature: unknown; body: Buffer },
  now: Date,
): boolean {
  const { timestamp, signature, body } = request;
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > VALID_SECONDS) return false;
  const expected = Buffer.from(sign(secret, timestamp, body), 'hex');
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
