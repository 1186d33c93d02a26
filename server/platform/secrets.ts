import { createHmac } from 'node:crypto';
import { conflict } from './errors.ts';
import { SEALING_KEY_BYTES, seal, unseal } from './sealing.ts';

/** Encrypts secrets for the database with a key that is stored elsewhere. */
export class Secrets {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    if (key.length !== SEALING_KEY_BYTES) throw new Error('The secret key must have 32 bytes');
    this.#key = key;
  }

  /** The owner is authenticated: a secret copied to another row cannot be decrypted. */
  seal(secret: string, owner: string): Buffer {
    return seal(secret, this.#key, owner);
  }

  /** A signature of what visitors carry, with a key of its own for each purpose. */
  sign(purpose: string, text: string): Buffer {
    const key = createHmac('sha256', this.#key).update(`sign ${purpose}`).digest();
    return createHmac('sha256', key).update(text).digest();
  }

  /** Null if it was encrypted with another key or for another owner. */
  open(sealed: Buffer, owner: string): string | null {
    return unseal(sealed, this.#key, owner);
  }
}

/** For operations that store a secret: without a key it cannot be stored safely. */
export function requireSecrets(secrets: Secrets | null): Secrets {
  if (secrets !== null) return secrets;
  throw conflict(
    'secret_key_missing',
    'The secret cannot be stored: the service runs with DATABASE_URL but without a secret key. Set THROUGHLINE_SECRET_KEY to the same 32 bytes for every process and restart the service.',
  );
}
