import type { Given } from '../arguments.ts';
import { readConfig } from '../config.ts';
import { printPages, readOutput } from '../output.ts';

/** Tokens are not shown, only how they end. */
export function run(given: Given): Promise<void> {
  const { current, profiles } = readConfig();
  const rows = Object.entries(profiles).map(([profile, { url, token }]) => ({
    profile,
    is_current: profile === current,
    url,
    token: `…${token.slice(-4)}`,
  }));
  return printPages([rows], readOutput(given));
}
