import type { FastifyReply } from 'fastify';
import type { Caller } from '../auth/authenticator.ts';
import { Problem } from '../errors.ts';

/** A capture token or a form is public, so it is also limited per address. */
const PUBLIC_LIMIT = 10;
const WINDOW_MS = 1_000;
/** Forms without a proof of work, from one address. */
const SLOW_LIMIT = 6;
const SLOW_WINDOW_MS = 60_000;
/** Wrong tokens and keys from one address: enough for mistakes, too few to guess or to keep the database busy. */
const MAX_FAILURES = 100;
const FAILURES_WINDOW_MS = 10_000;

interface Window {
  count: number;
  endsAt: number;
}

/**
 * Counts requests per token or form and second, in this process. Past windows are dropped once a second, so memory
 * grows only with what is in use.
 */
export class RateLimit {
  readonly #limit: number;
  readonly #windows = new Map<string, Window>();
  #sweepAt = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts the request, sets the RateLimit headers, and refuses one too many. */
  take(caller: Caller, address: string, reply: FastifyReply): void {
    const isCapture = caller.scopes.length === 1 && caller.scopes[0] === 'leads:capture';
    if (isCapture) this.takePublic(caller.tokenId, address, reply);
    else this.#count('This token', caller.tokenId, this.#limit, reply);
  }

  /** The same for what is public: a capture token or a form, by its name. */
  takePublic(name: string, address: string, reply: FastifyReply): void {
    const limit = Math.min(PUBLIC_LIMIT, this.#limit);
    this.#count('One address', `${name} ${address}`, limit, reply);
  }

  /** The slower way to send a form, which costs a program nothing but time: few per minute. */
  takeSlow(name: string, address: string, reply: FastifyReply): void {
    this.#count('One address', `slow ${name} ${address}`, SLOW_LIMIT, reply, SLOW_WINDOW_MS);
  }

  /** A gateway sends the texts of all contacts from few addresses, so it is limited like a token. */
  takeGateway(name: string, reply: FastifyReply): void {
    this.#count('This gateway', name, this.#limit, reply);
  }

  /** Called before the database is asked for an unknown token or key; refuses an address with many failures. */
  assertFewFailures(address: string): void {
    const window = this.#windowOf(failuresOf(address), FAILURES_WINDOW_MS);
    if (window.count < MAX_FAILURES) return;
    const seconds = secondsLeft(window);
    throw new Problem(
      429,
      'rate_limited',
      `Too many wrong tokens or keys came from your address. Check yours, wait ${seconds} s, and try again.`,
      { headers: { 'Retry-After': String(seconds) } },
    );
  }

  /** A wrong token or key. */
  countFailure(address: string): void {
    this.#windowOf(failuresOf(address), FAILURES_WINDOW_MS).count += 1;
  }

  #count(
    who: 'This token' | 'One address' | 'This gateway',
    key: string,
    limit: number,
    reply: FastifyReply,
    lengthMs = WINDOW_MS,
  ): void {
    const window = this.#windowOf(key, lengthMs);
    window.count += 1;

    const seconds = secondsLeft(window);
    reply.header('RateLimit-Limit', limit);
    reply.header('RateLimit-Remaining', Math.max(0, limit - window.count));
    reply.header('RateLimit-Reset', seconds);
    if (window.count > limit) {
      throw new Problem(
        429,
        'rate_limited',
        `${who} may make ${limit} requests per ${lengthMs === WINDOW_MS ? 'second' : 'minute'}. Wait ${seconds} s and try again.`,
        { headers: { 'Retry-After': String(seconds) } },
      );
    }
  }

  #windowOf(key: string, lengthMs: number): Window {
    const now = performance.now();
    if (now >= this.#sweepAt) {
      for (const [old, window] of this.#windows)
        if (window.endsAt <= now) this.#windows.delete(old);
      this.#sweepAt = now + WINDOW_MS;
    }
    const current = this.#windows.get(key);
    if (current && current.endsAt > now) return current;
    const fresh = { count: 0, endsAt: now + lengthMs };
    this.#windows.set(key, fresh);
    return fresh;
  }
}

function secondsLeft({ endsAt }: Window): number {
  return Math.max(1, Math.ceil((endsAt - performance.now()) / 1000));
}

function failuresOf(address: string): string {
  return `failures ${address}`;
}
