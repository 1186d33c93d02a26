import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** What OWASP recommends for argon2id: 19 MiB and two passes, about 55 ms. Tests that sign in often take less. */
export const COST = { memory: 19_456, passes: 2 };
const SIZES = { parallelism: 1, tagLength: 32 };

/** Each takes 19 MiB and a thread, of which there are four. */
const MAX_AT_ONCE = 4;

const compute = promisify(argon2);
let running = 0;
const waiting: (() => void)[] = [];

/** As `argon2id$memory$passes$salt$hash`, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, COST.memory, COST.passes);
  return [
    'argon2id',
    COST.memory,
    COST.passes,
    salt.toString('base64'),
    hash.toString('base64'),
  ].join('$');
}

/** Without a stored hash it takes as long, so that the time does not tell whether the account exists. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory = '', passes = '', salt = '', hash = ''] = (stored ?? noPassword()).split('$');
  const expected = Buffer.from(hash, 'base64');
  const given = await derive(password, Buffer.from(salt, 'base64'), Number(memory), Number(passes));
  return timingSafeEqual(given, expected) && stored !== null;
}

function noPassword(): string {
  const [salt, hash] = [16, 32].map((bytes) => Buffer.alloc(bytes).toString('base64'));
  return ['argon2id', COST.memory, COST.passes, salt, hash].join('$');
}

async function derive(password: string, nonce: Buffer, memory: number, passes: number) {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    // The same text can be typed as different characters: é, or e and an accent.
    const message = password.normalize('NFKC');
    return await compute('argon2id', { ...SIZES, memory, passes, message, nonce });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
