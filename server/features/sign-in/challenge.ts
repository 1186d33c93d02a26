import { hash, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { isKey, newKey } from '../../platform/unguessable-key.ts';

/**
 * What an authenticator signs, so that a response cannot be sent again later. It is signed by us and not stored: asking
 * for many costs no space. Only those that came back are stored, so that each can be used once.
 */

const VALID_MS = 5 * 60 * 1000;

export interface UsableChallenge {
  hash: Buffer;
  expiresAt: Date;
}

/** What it is for, such as the account and the origin: it cannot be used for anything else. */
export function issueChallenge(secrets: Secrets | null, purpose: string, now: Date) {
  const expiresAt = new Date(now.getTime() + VALID_MS);
  const unsigned = `${expiresAt.getTime().toString(36)}.${newKey()}`;
  return { text: `${unsigned}.${signatureOf(secrets, purpose, unsigned)}`, expiresAt };
}

/** Null if it is not ours, for something else, or too old. */
export function readChallenge(
  secrets: Secrets | null,
  purpose: string,
  text: string,
  now: Date,
): UsableChallenge | null {
  const [expires = '', key = '', signature = '', ...more] = text.split('.');
  if (!/^[0-9a-z]{6,10}$/.test(expires) || !isKey(key) || more.length > 0) return null;
  const expected = Buffer.from(signatureOf(secrets, purpose, `${expires}.${key}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const expiresAt = new Date(Number.parseInt(expires, 36));
  return expiresAt < now ? null : { hash: hash('sha256', text, 'buffer'), expiresAt };
}

/** False if it was used before. */
export async function useChallenge(database: Database, { hash, expiresAt }: UsableChallenge) {
  const values = [hash, expiresAt, database.clock.now()];
  return (await database.withoutTenant<{ is_new: boolean }>(use, values))[0]?.is_new ?? false;
}

/** The same, together with what it is used for. */
export async function useChallengeIn(tx: Tx, { hash, expiresAt }: UsableChallenge) {
  return (await tx.query<{ is_new: boolean }>(use, [hash, expiresAt, tx.now]))[0]?.is_new ?? false;
}

const use = statement('use_challenge', 'select use_challenge($1, $2, $3) as is_new');

function signatureOf(secrets: Secrets | null, purpose: string, text: string): string {
  if (secrets === null) throw noKey();
  return secrets.sign('passkey challenge', `${purpose} ${text}`).toString('base64url');
}

function noKey() {
  return conflict(
    'secret_key_missing',
    'Passkeys cannot be used: the service runs with DATABASE_URL but without a secret key. Set THROUGHLINE_SECRET_KEY to the same 32 bytes for every process and restart the service.',
  );
}
