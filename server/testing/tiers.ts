import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { notOnCitus } from './not-on-citus.ts';

export const CHECKOUT = join(import.meta.dirname, '../..');

/** What each of them protects is in docs/testing.md. */
export type Tier = 'test' | 'long' | 'browser' | 'nightly' | 'citus' | 'citus-nodes';

const EVERYWHERE = '{server,packages,console}/**';
const PATTERNS: Record<Tier, string> = {
  test: `${EVERYWHERE}/*.test.ts`,
  long: `${EVERYWHERE}/*.long.test.ts`,
  browser: `${EVERYWHERE}/*.browser.test.ts`,
  nightly: `${EVERYWHERE}/*.test.ts`,
  citus: 'server/**/*.test.ts',
  // These kill nodes of the cluster.
  'citus-nodes': 'server/**/*.citus.test.ts',
};

export interface TestFile {
  path: string;
  text: string;
}

/** They take a minute or more although they are short, so they begin first. */
const LONGER_THAN_THEY_LOOK = [
  'server/fuzz.long.test.ts',
  'server/features/appointments/booking-walk.long.test.ts',
];

/** They stop the timers of their process, which a service needs. */
const STOPS_TIMERS = /mock\.timers\.enable/;

/** A process becomes slower with what its files leave behind. */
const FILES_PER_PROCESS = 40;

/** They clean up their servers per process, so each gets its own. */
const STARTS_SERVERS = /testing\/server-process\.ts'/;

/** The files of a tier, or those of its files that are in a folder with one of the names. */
export function filesOf(tier: Tier, folders: readonly string[]): TestFile[] {
  return globSync(PATTERNS[tier], { cwd: CHECKOUT, exclude: ['**/node_modules'] })
    .filter((path) => folders.length === 0 || folders.some((folder) => isIn(path, folder)))
    .map((path) => ({ path, text: readFileSync(join(CHECKOUT, path), 'utf8') }))
    .filter((file) => belongsTo(tier, file));
}

function belongsTo(tier: Tier, { path, text }: TestFile): boolean {
  const hasNoTier = !/\.(long|browser|nightly|citus)\.test\.ts$/.test(path);
  if (tier === 'test') return hasNoTier;
  if (tier === 'citus')
    return hasNoTier && !STARTS_SERVERS.test(text) && !(path in notOnCitus.files);
  // What is reduced by day, to a size or to a sample, runs whole every night.
  return (
    tier !== 'nightly' || path.endsWith('.nightly.test.ts') || /\b(sized|sampled)\(/.test(text)
  );
}

/** `leads` and `server/features/leads` are a folder, `fuzz` and `server/fuzz.long.test.ts` a file. */
function isIn(path: string, name: string): boolean {
  const given = name.replace(/\/$/, '');
  return path === given || new RegExp(`(^|/)${RegExp.escape(given)}[/.]`).test(path);
}

/** Which processes run which files, in the order in which they begin: long files usually take longer. */
export function processesFor(tier: Tier, files: readonly TestFile[]): TestFile[][] {
  const isShared = tier === 'test' || tier === 'citus';
  const {
    alone = [],
    timers = [],
    others = [],
  } = Object.groupBy(files, ({ text }) => {
    if (!isShared || STARTS_SERVERS.test(text)) return 'alone';
    return STOPS_TIMERS.test(text) ? 'timers' : 'others';
  });
  return [...alone.map((file) => [file]), timers, ...divide(others)]
    .filter((some) => some.length > 0)
    .sort((a, b) => lengthOf(b) - lengthOf(a));
}

function lengthOf(files: readonly TestFile[]): number {
  const isLonger = files.some(({ path }) => LONGER_THAN_THEY_LOOK.includes(path));
  return isLonger ? Number.MAX_VALUE : files.reduce((sum, { text }) => sum + text.length, 0);
}

/** Loading the service takes longer than most files, so a few processes share them, each about the same amount. */
function divide(files: readonly TestFile[]): TestFile[][] {
  const enough = Math.ceil(files.length / FILES_PER_PROCESS);
  const count = Math.max(enough, Math.min(availableParallelism(), files.length));
  const parts = Array.from({ length: count }, (): TestFile[] => []);
  for (const file of files.toSorted((a, b) => b.text.length - a.text.length)) {
    parts.reduce((a, b) => (lengthOf(b) < lengthOf(a) ? b : a)).push(file);
  }
  return parts;
}
