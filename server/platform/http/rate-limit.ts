import type { FastifyReply } from 'fastify';
import type { Caller } from '../auth/authenticator.ts';
import { Problem } from '../errors.ts';

/** A capture token stands in a public page, so it is bounded for each address that uses it. */
const CAPTURE_LIMIT = 10;
const WINDOW_MS = 1_000;

interface Window {
  count: number;
  endsAt: number;
}

/**
 * Counts the requests of each token by the second, in this process. Windows that have passed are
 * dropped once a second, so memory follows the tokens in use and not all there ever were.
 */
export class RateLimit {
  readonly #limit: number;
  readonly #windows = new Map<string, Window>();
  #sweepAt = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts the request, says where the caller stands in its headers, and refuses one too many. */
  take(caller: Caller, address: string, reply: FastifyReply): void {
    const isCapture = caller.scopes.length === 1 && caller.scopes[0] === 'leads:capture';
    const limit = isCapture ? Math.min(CAPTURE_LIMIT, this.#limit) : this.#limit;
    const window = this.#windowOf(isCapture ? `${caller.tokenId} ${address}` : caller.tokenId);
    window.count += 1;

    const secondsLeft = Math.max(1, Math.ceil((window.endsAt - performance.now()) / 1000));
    reply.header('RateLimit-Limit', limit);
    reply.header('RateLimit-Remaining', Math.max(0, limit - window.count));
    reply.header('RateLimit-Reset', secondsLeft);
    if (window.count > limit) {
      throw new Problem(
        429,
        'rate_limited',
        `This token may make ${limit} requests a second. Wait ${secondsLeft} s, then go on.`,
        { headers: { 'Retry-After': String(secondsLeft) } },
      );
    }
  }

  #windowOf(key: string): Window {
    const now = performance.now();
    if (now >= this.#sweepAt) {
      for (const [old, window] of this.#windows)
        if (window.endsAt <= now) this.#windows.delete(old);
      this.#sweepAt = now + WINDOW_MS;
    }
    const current = this.#windows.get(key);
    if (current && current.endsAt > now) return current;
    const fresh = { count: 0, endsAt: now + WINDOW_MS };
    this.#windows.set(key, fresh);
    return fresh;
  }
}
