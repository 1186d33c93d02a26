import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../platform/secrets.ts';
import { isKey, newKey } from '../../platform/unguessable-key.ts';

/**
 * Keeps programs from sending a form, without another service and without cookies. Each page has a signed challenge
 * that can be used once. It is passed with a proof of work, which a script on the page finds in a fraction of a second,
 * or, without scripts, by sending the form again from a second page after a few seconds.
 */

/** About 32,000 hashes: 100 to 300 ms on a phone. */
export const PROOF_BITS = 15;
/** A person needs longer than that to fill in a form. */
export const MIN_AGE_MS = 2_000;
/** Without a proof. */
export const WAIT_MS = 5_000;
/** A page that was open for longer is sent again from the second page. */
const MAX_AGE_MS = 12 * 60 * 60 * 1000;

/** The first page, or the page that asks to send again. */
type Kind = 'first' | 'again';

/** A public page, by the key in its address. */
export interface ChallengedPage {
  organizationId: string;
  key: string;
}

export interface UsableChallenge {
  key: string;
  expiresAt: Date;
  hasProof: boolean;
}

export interface Verdict {
  /** Null if it was not passed: then `again` is the challenge for the page that asks to send again. */
  passed: UsableChallenge | null;
  again: string | null;
}

/** What the visitor's page sent back. */
export interface Answer {
  challenge: string;
  proof: string;
}

interface Read {
  kind: Kind;
  key: string;
  signature: string;
  issuedAt: number;
}

export class Challenges {
  readonly #secrets: Secrets | null;

  constructor(secrets: Secrets | null) {
    this.#secrets = secrets;
  }

  issue(page: ChallengedPage, kind: Kind, now: Date): string {
    const unsigned = `${kind}.${now.getTime().toString(36)}.${newKey()}`;
    return `${unsigned}.${this.#sign(page, unsigned)}`;
  }

  judge(page: ChallengedPage, { challenge, proof }: Answer, now: Date): Verdict {
    const read = this.#read(page, challenge);
    const ageMs = read === null ? 0 : now.getTime() - read.issuedAt;
    if (read === null || ageMs < 0 || ageMs > MAX_AGE_MS) {
      return { passed: null, again: this.issue(page, 'again', now) };
    }
    const hasProof = ageMs >= MIN_AGE_MS && isProof(read.signature, proof);
    const hasWaited = read.kind === 'again' && ageMs >= WAIT_MS;
    if (hasProof || hasWaited) {
      const expiresAt = new Date(read.issuedAt + MAX_AGE_MS);
      return { passed: { key: read.key, expiresAt, hasProof }, again: null };
    }
    // The wait goes on: an impatient visitor must not start again.
    const again = read.kind === 'again' ? challenge : this.issue(page, 'again', now);
    return { passed: null, again };
  }

  #read(page: ChallengedPage, challenge: string): Read | null {
    const [kind, issued = '', key = '', signature = '', ...more] = challenge.split('.');
    if ((kind !== 'first' && kind !== 'again') || more.length > 0 || !isKey(key)) return null;
    if (!/^[0-9a-z]{6,10}$/.test(issued)) return null;
    const expected = Buffer.from(this.#sign(page, `${kind}.${issued}.${key}`));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return { kind, key, signature, issuedAt: Number.parseInt(issued, 36) };
  }

  /**
   * For this page alone. Without a secret key, which is possible only with DATABASE_URL, the id of the organization is
   * the key: all processes know it, and visitors do not.
   */
  #sign(page: ChallengedPage, text: string): string {
    const signed = `${page.organizationId} ${page.key} ${text}`;
    const mac =
      this.#secrets?.sign('form challenge', signed) ??
      createHmac('sha256', page.organizationId).update(signed).digest();
    return mac.toString('base64url').slice(0, 22);
  }
}

/** How it was passed, for the metrics. */
export function outcomeOf(passed: UsableChallenge | null, lifecycleNumber: string | null): string {
  if (passed === null) return 'again';
  if (lifecycleNumber === null) return 'replayed';
  return passed.hasProof ? 'proof' : 'wait';
}

/** The hash of the signature and the proof starts with enough zero bits. The script on the page finds such a proof. */
export function isProof(signature: string, proof: string): boolean {
  if (!/^\d{1,12}$/.test(proof)) return false;
  const digest = hash('sha256', signature + proof, 'buffer');
  return digest.readUInt32BE(0) >>> (32 - PROOF_BITS) === 0;
}

/** The part of a challenge that the proof is for. */
export function signatureOf(challenge: string): string {
  return challenge.slice(challenge.lastIndexOf('.') + 1);
}
