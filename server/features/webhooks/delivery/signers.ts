import { Signer } from '../../../platform/outbound/signer.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { openSecret } from '../secret.ts';
import type { Receiver } from './queries.ts';

/** The secrets of an endpoint, decrypted once instead of for every request. */
export class Signers {
  readonly #secrets: Secrets | null;
  #opened: { sealed: Buffer; signer: Signer | null }[] = [];

  constructor(secrets: Secrets | null) {
    this.#secrets = secrets;
  }

  /** The current secret, and for a day after a rotation the previous one. Empty if they cannot be decrypted. */
  of(receiver: Receiver, now: Date): Signer[] {
    const { sealed_secret: sealed, sealed_previous_secret: previous } = receiver;
    const { previous_secret_until: until } = receiver;
    const isPreviousValid = previous !== null && until !== null && now < until;
    const wanted = isPreviousValid ? [sealed, previous] : [sealed];
    this.#opened = wanted.map(
      (one) =>
        this.#opened.find((known) => known.sealed.equals(one)) ??
        this.#open(one, receiver.webhook_endpoint_id),
    );
    const [current] = this.#opened;
    if (!current?.signer) return [];
    return this.#opened.flatMap(({ signer }) => signer ?? []);
  }

  #open(sealed: Buffer, endpointId: string): { sealed: Buffer; signer: Signer | null } {
    const secret = openSecret(this.#secrets, sealed, endpointId);
    return { sealed, signer: secret === null ? null : new Signer(secret) };
  }
}
