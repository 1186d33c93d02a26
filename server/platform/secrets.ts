import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const SECRET_KEY_BYTES = 32;

/** Seals what must not be readable in the database: AES-256-GCM under a key that is kept elsewhere. */
export class Secrets {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    if (key.length !== SECRET_KEY_BYTES) throw new Error('The secret key must have 32 bytes');
    this.#key = key;
  }

  /** The owner is sealed in: copied to another row, it cannot be opened. */
  seal(secret: string, owner: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(owner));
    return Buffer.concat([
      nonce,
      cipher.update(secret, 'utf8'),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
  }

  /** Null for what was sealed under another key or for another owner. */
  open(sealed: Buffer, owner: string): string | null {
    try {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce)
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      const secret = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
      return Buffer.concat([decipher.update(secret), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }
}
