import { randomFor } from './seed.ts';

export const IS_FULL_VARIABLE = 'THROUGHLINE_TEST_FULL';
const IS_FULL = process.env[IS_FULL_VARIABLE] === 'true';

/** How large a proof is in the long tests, and every night. */
export function sized({ long, nightly }: { long: number; nightly: number }): number {
  return IS_FULL ? nightly : long;
}

/** Some of the cases, chosen by the seed of the run and in their order; every night all of them. */
export function sampled<T>(cases: readonly T[], count: number, name: string): readonly T[] {
  if (IS_FULL || cases.length <= count) return cases;
  const random = randomFor(name);
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(random.between(0, cases.length - 1));
  return cases.filter((_, index) => chosen.has(index));
}
