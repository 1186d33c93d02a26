import { createHmac, hash } from 'node:crypto';
import { conflict } from './errors.ts';
import { SEALING_KEY_BYTES, seal, unseal } from './sealing.ts';

const FORMAT = Buffer.from([1]);
const KEY_NAME_BYTES = 5;

/** A key, and the name that everything it encrypted starts with: a format byte and four bytes of a hash. */
interface SealingKey {
  key: Buffer;
  name: Buffer;
}

/**
 * Encrypts secrets for the database with keys that are stored elsewhere. The first key encrypts, all of them decrypt:
 * so a key can be replaced while the service runs.
 */
export class Secrets {
  readonly #read: () => readonly Buffer[];
  #from: readonly Buffer[] = [];
  #keys: readonly [SealingKey, ...SealingKey[]];

  /** A function is asked each time, because keys in a file can change while the service runs. */
  constructor(keys: readonly Buffer[] | (() => readonly Buffer[])) {
    this.#read = typeof keys === 'function' ? keys : () => keys;
    this.#from = this.#read();
    this.#keys = toSealingKeys(this.#from);
  }

  /** The owner is authenticated: a secret copied to another row cannot be decrypted. */
  seal(secret: string, owner: string): Buffer {
    const [{ name, key }] = this.#current();
    return Buffer.concat([name, seal(secret, key, owner)]);
  }

  /** A signature of what visitors carry, with a key of its own for each purpose. */
  sign(purpose: string, text: string): Buffer {
    const [{ key }] = this.#current();
    const ofPurpose = createHmac('sha256', key).update(`sign ${purpose}`).digest();
    return createHmac('sha256', ofPurpose).update(text).digest();
  }

  /** Null if it was encrypted with another key or for another owner. */
  open(sealed: Buffer, owner: string): string | null {
    const keys = this.#current();
    const named = keys.find(({ name }) => isNamed(sealed, name));
    const opened = named && unseal(sealed.subarray(KEY_NAME_BYTES), named.key, owner);
    if (opened != null) return opened;
    // It may have been encrypted before names were stored.
    for (const { key } of keys) {
      const text = unseal(sealed, key, owner);
      if (text !== null) return text;
    }
    return null;
  }

  /** Whether the key that encrypts now has encrypted it. */
  isCurrent(sealed: Buffer): boolean {
    return isNamed(sealed, this.#current()[0].name);
  }

  /** The names of all keys, the current one first. */
  get keyNames(): Buffer[] {
    return this.#current().map(({ name }) => name);
  }

  #current(): readonly [SealingKey, ...SealingKey[]] {
    const keys = this.#read();
    if (keys !== this.#from) {
      this.#keys = toSealingKeys(keys);
      this.#from = keys;
    }
    return this.#keys;
  }
}

function toSealingKeys(keys: readonly Buffer[]): [SealingKey, ...SealingKey[]] {
  const [first, ...others] = keys.map((key) => {
    if (key.length !== SEALING_KEY_BYTES) throw new Error('The secret key must have 32 bytes');
    const digest = hash('sha256', Buffer.concat([Buffer.from('key name\n'), key]), 'buffer');
    return { key, name: Buffer.concat([FORMAT, digest.subarray(0, KEY_NAME_BYTES - 1)]) };
  });
  if (first === undefined) throw new Error('There must be a secret key');
  return [first, ...others];
}

function isNamed(sealed: Buffer, name: Buffer): boolean {
  return sealed.subarray(0, KEY_NAME_BYTES).equals(name);
}

/** For operations that store a secret: without a key it cannot be stored safely. */
export function requireSecrets(secrets: Secrets | null): Secrets {
  if (secrets !== null) return secrets;
  throw conflict(
    'secret_key_missing',
    'The secret cannot be stored: the service runs with DATABASE_URL but without a secret key. Set THROUGHLINE_SECRET_KEY to the same 32 bytes for every process and restart the service.',
  );
}
