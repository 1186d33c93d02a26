import { parseArgs } from 'node:util';
import { StartupError } from '../server/platform/startup-error.ts';

const DEFAULT_SEED = 1;

/** The same seed makes the same company; another one makes another. */
export function readSeed(args: readonly string[]): number {
  const text = seedIn(args);
  if (text === undefined) return DEFAULT_SEED;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new StartupError(`The option --seed must be a whole number, not "${text}".`);
}

function seedIn(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { seed: { type: 'string' } } }).values.seed;
  } catch (error) {
    throw new StartupError(`${(error as Error).message}. There is one option: --seed=7.`);
  }
}
