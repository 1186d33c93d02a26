import { Problem } from '../errors.ts';
import type { Actor } from '../events/event.ts';
import { hashToken, isPlausible } from './token-format.ts';

/** Who asks: the organization that everything is scoped to, what they may do, and their name. */
export interface Caller {
  organizationId: string;
  tokenId: string;
  scopes: readonly string[];
  actor: Actor;
  country: string;
  qualificationPolicy: string;
}

/**
 * A token's standing is remembered this long, in every process by itself, so that a revocation holds
 * everywhere within 1 s without anybody having to be told.
 */
const REMEMBER_MS = 500;
const REMEMBER_AT_MOST = 10_000;

interface Remembered {
  caller: Promise<Caller | null>;
  until: number;
}

export class Authenticator {
  readonly #lookUp: (tokenHash: Buffer) => Promise<Caller | null>;
  readonly #remembered = new Map<string, Remembered>();

  /** `lookUp` finds who a token speaks for, by the hash that is all we keep of it. */
  constructor(lookUp: (tokenHash: Buffer) => Promise<Caller | null>) {
    this.#lookUp = lookUp;
  }

  async authenticate(authorization: string | undefined): Promise<Caller> {
    if (authorization === undefined) {
      throw unauthorized('Send your token in the header "Authorization: Bearer <token>".');
    }
    const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1];
    const caller = token && isPlausible(token) ? await this.#recall(token) : null;
    if (caller === null) {
      throw unauthorized(
        'This token is not valid: it is mistyped, expired or revoked. Make a new one with POST /v1/tokens.',
      );
    }
    return caller;
  }

  #recall(token: string): Promise<Caller | null> {
    const hash = hashToken(token);
    const key = hash.toString('base64');
    const now = performance.now();
    const known = this.#remembered.get(key);
    if (known && known.until > now) return known.caller;

    const caller = this.#lookUp(hash);
    this.#remembered.delete(key);
    this.#remembered.set(key, { caller, until: now + REMEMBER_MS });
    caller.catch(() => this.#remembered.delete(key));
    if (this.#remembered.size > REMEMBER_AT_MOST) {
      for (const oldest of this.#remembered.keys()) {
        this.#remembered.delete(oldest);
        break;
      }
    }
    return caller;
  }
}

function unauthorized(detail: string): Problem {
  return new Problem(401, 'unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
