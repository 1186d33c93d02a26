import fc from 'fast-check';
import { RandomNumbers } from './random.ts';

export const SEED_VARIABLE = 'THROUGHLINE_TEST_SEED';

/** Printed at the start of a run, and given again with --seed. */
export const SEED = Number(process.env[SEED_VARIABLE] ?? 1);

fc.configureGlobal({ seed: SEED });

/** The same numbers again for the same seed; each place has a name of its own. */
export function randomFor(name: string): RandomNumbers {
  let hash = SEED;
  for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return new RandomNumbers(hash);
}
