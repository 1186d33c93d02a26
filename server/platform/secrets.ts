import { conflict } from './errors.ts';
import { SEALING_KEY_BYTES, seal, unseal } from './sealing.ts';

/** Seals what must not be readable in the database, with a key that is kept elsewhere. */
export class Secrets {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    if (key.length !== SEALING_KEY_BYTES) throw new Error('The secret key must have 32 bytes');
    this.#key = key;
  }

  /** The owner is sealed in: copied to another row, it cannot be opened. */
  seal(secret: string, owner: string): Buffer {
    return seal(secret, this.#key, owner);
  }

  /** Null for what was sealed under another key or for another owner. */
  open(sealed: Buffer, owner: string): string | null {
    return unseal(sealed, this.#key, owner);
  }
}

/** For an operation that keeps a secret: without a key there is no safe place for it. */
export function requireSecrets(secrets: Secrets | null): Secrets {
  if (secrets !== null) return secrets;
  throw conflict(
    'secret_key_missing',
    'A secret cannot be kept: the service runs with DATABASE_URL and no key. Set THROUGHLINE_SECRET_KEY to 32 bytes, the same for every process, and start it again.',
  );
}
