import { parseArgs } from 'node:util';
import { StartupError } from '../platform/startup-error.ts';

export const DEFAULT_SEED = 1;

/** The same seed creates the same data; another seed creates different data. */
export function readSeed(args: readonly string[]): number {
  const text = seedIn(args);
  if (text === undefined) return DEFAULT_SEED;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new StartupError(`The option --seed must be a whole number, such as 7, not "${text}".`);
}

function seedIn(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { seed: { type: 'string' } } }).values.seed;
  } catch (error) {
    throw new StartupError(
      `${(error as Error).message}. The only option is --seed, such as --seed=7.`,
    );
  }
}
