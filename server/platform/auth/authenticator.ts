import { Problem } from '../errors.ts';
import type { Actor } from '../events/event.ts';
import { hashToken, isPlausible } from './token-format.ts';

export interface Session {
  accountId: string;
  /** The last proof of who it is. */
  signedInAt: Date;
  /** Whether the person proved to have the account itself: a link is a proof only for its organization. */
  provesAccount: boolean;
}

/** The caller of a request: the organization that everything is scoped to, the scopes, and the actor. */
export interface Caller {
  organizationId: string;
  tokenId: string;
  /** The user that the token acts for, if any. */
  userId: string | null;
  /** The user whose own work the request is limited to; null if it is not limited. */
  ownerId: string | null;
  scopes: readonly string[];
  actor: Actor;
  /** Where a browser may use the token; empty for a token of a server. */
  allowedOrigins: readonly string[];
  /** How a person in a browser signed in; null for a token of a program. */
  session: Session | null;
  /** Whether an operator has suspended the organization. */
  isSuspended: boolean;
  country: string;
  qualificationPolicy: string;
}

/**
 * How long each process caches a token, so that a revocation takes effect everywhere within 1 s without
 * notifying the processes.
 */
const CACHE_MS = 500;
const MAX_CACHED = 10_000;

interface CachedCaller {
  caller: Promise<Caller | null>;
  until: number;
  /** Whether it was valid when it was looked up. */
  wasValid: boolean;
}

export class Authenticator {
  readonly #lookUp: (tokenHash: Buffer) => Promise<Caller | null>;
  readonly #cached = new Map<string, CachedCaller>();

  /** `lookUp` finds the caller of a token by its hash, because we store only the hash. */
  constructor(lookUp: (tokenHash: Buffer) => Promise<Caller | null>) {
    this.#lookUp = lookUp;
  }

  /**
   * `beforeUnknown` can refuse a token before the database is asked for it. It is not called for a token that was
   * valid a moment ago, so that wrong tokens from the same address do not keep out the right one.
   */
  async authenticate(
    authorization: string | undefined,
    beforeUnknown: () => void = () => {},
  ): Promise<Caller> {
    if (authorization === undefined) {
      throw unauthorized('Send your token in the header "Authorization: Bearer <token>".');
    }
    const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1];
    const isToken = token !== undefined && isPlausible(token);
    if (!isToken) beforeUnknown();
    const caller = isToken ? await this.#find(token, beforeUnknown) : null;
    if (caller === null) {
      throw unauthorized(
        'This token is not valid: it is mistyped, expired or revoked. Create a new one with POST /v1/tokens.',
      );
    }
    return caller;
  }

  #find(token: string, beforeUnknown: () => void): Promise<Caller | null> {
    const hash = hashToken(token);
    const key = hash.toString('base64');
    const now = performance.now();
    const known = this.#cached.get(key);
    if (known && known.until > now) return known.caller;

    if (!known?.wasValid) beforeUnknown();
    const caller = this.#lookUp(hash);
    const cached = { caller, until: now + CACHE_MS, wasValid: false };
    this.#cached.delete(key);
    this.#cached.set(key, cached);
    caller.then(
      (found) => {
        cached.wasValid = found !== null;
      },
      () => this.#cached.delete(key),
    );
    if (this.#cached.size > MAX_CACHED) {
      for (const oldest of this.#cached.keys()) {
        this.#cached.delete(oldest);
        break;
      }
    }
    return caller;
  }
}

export function unauthorized(detail: string): Problem {
  return new Problem(401, 'unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
