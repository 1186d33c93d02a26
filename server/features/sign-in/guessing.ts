import { createHash } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { Problem } from '../../platform/errors.ts';

/** Whose tries are counted: hashes, so that the table is no list of addresses. */
export interface Subjects {
  account: Buffer;
  network: Buffer;
}

export function subjectsOf(email: string, address: string): Subjects {
  return {
    account: hashed(`account ${email.toLowerCase()}`),
    network: hashed(`network ${address}`),
  };
}

/** The requests for links, which cost the receiver of the mail something: they do not count as wrong passwords. */
export function linkSubjectsOf(email: string, address: string): Subjects {
  return {
    account: hashed(`link account ${email.toLowerCase()}`),
    network: hashed(`link network ${address}`),
  };
}

/** Someone who sends a key: of a link, or of a passkey. */
export function keySubjectsOf(key: string, address: string): Subjects {
  return { account: hashed(`key ${key}`), network: hashed(`network ${address}`) };
}

/** Counts the try as failed until it succeeded, so that many at once do not all pass. */
export async function assertMayTry(database: Database, { account, network }: Subjects) {
  const values = [[account, network], database.clock.now()];
  const [row] = await database.withoutTenant<{ wait: number }>(tryToSignIn, values);
  const seconds = row?.wait ?? 0;
  if (seconds === 0) return;
  throw new Problem(
    429,
    'too_many_sign_ins',
    `There were too many tries to sign in. Wait ${seconds} s, then try again.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}

/** The try succeeded. */
export async function forgetTry(database: Database, { account, network }: Subjects): Promise<void> {
  await database.withoutTenant(forgive, [account, network]);
}

function hashed(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const tryToSignIn = statement('try_sign_in', 'select try_sign_in($1, $2) as wait');
const forgive = statement('forgive_sign_in', 'select forgive_sign_in($1, $2)');
