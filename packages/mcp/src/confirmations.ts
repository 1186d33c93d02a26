import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonical } from './json.ts';

const VALID_MS = 600_000;

/**
 * A confirmation is bound to the token, the tool and its arguments, and holds for ten minutes. It stores nothing: every
 * process of the service can check it. It stops a slip, not a model that confirms by itself; the client must ask.
 */
export class Confirmations {
  readonly #token: string;
  readonly #now: () => Date;

  constructor(token: string, now: () => Date) {
    this.#token = token;
    this.#now = now;
  }

  issue(tool: string, args: object): string {
    const issuedAt = this.#now().getTime().toString(36);
    return `${issuedAt}.${this.#sign(tool, args, issuedAt)}`;
  }

  check(tool: string, args: object, confirmation: string): 'valid' | 'expired' | 'invalid' {
    const [issuedAt = '', signature = ''] = confirmation.split('.');
    const [given, right] = [signature, this.#sign(tool, args, issuedAt)].map((text) =>
      Buffer.from(text),
    );
    if (!given || !right || given.length !== right.length || !timingSafeEqual(given, right)) {
      return 'invalid';
    }
    return this.ageMs(confirmation) > VALID_MS ? 'expired' : 'valid';
  }

  ageMs(confirmation: string): number {
    return this.#now().getTime() - Number.parseInt(confirmation, 36);
  }

  /** The confirmation itself is no argument. */
  #sign(tool: string, args: object, issuedAt: string): string {
    const signed = canonical([issuedAt, tool, { ...args, confirmation: undefined }]);
    return createHmac('sha256', this.#token).update(signed).digest('base64url').slice(0, 22);
  }
}
