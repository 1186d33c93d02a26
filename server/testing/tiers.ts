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
  nightly: `${EVERYWHERE}/*.{nightly,long,browser}.test.ts`,
  citus: 'server/**/*.test.ts',
  // These kill nodes of the cluster.
  'citus-nodes': 'server/**/*.citus.test.ts',
};

export interface TestFile {
  path: string;
  text: string;
}

export interface TestProcess {
  paths: string[];
  /** Long files usually take longer. */
  length: number;
}

/** They take a minute or more although they are short, so they begin first. */
const LONGER_THAN_THEY_LOOK = [
  'server/fuzz.long.test.ts',
  'server/features/appointments/booking-walk.long.test.ts',
  'packages/cli/tests/help.long.test.ts',
];

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

/** Which processes run which files, in the order in which they begin. */
export function processesFor(tier: Tier, files: readonly TestFile[]): TestProcess[] {
  const isShared = tier === 'test' || tier === 'citus';
  const isAlone = ({ text }: TestFile) => !isShared || STARTS_SERVERS.test(text);
  const alone = files
    .filter(isAlone)
    .map((file) => ({ paths: [file.path], length: lengthOf(file) }));
  const together = divide(files.filter((file) => !isAlone(file)));
  return [...alone, ...together].sort((a, b) => b.length - a.length);
}

function lengthOf({ path, text }: TestFile): number {
  return LONGER_THAN_THEY_LOOK.includes(path) ? Number.POSITIVE_INFINITY : text.length;
}

/** Loading the service takes longer than most files, so a few processes share them, each about the same amount. */
function divide(files: readonly TestFile[]): TestProcess[] {
  const enough = Math.ceil(files.length / FILES_PER_PROCESS);
  const count = Math.max(enough, Math.min(availableParallelism(), files.length));
  const processes = Array.from({ length: count }, (): TestProcess => ({ paths: [], length: 0 }));
  for (const file of files.toSorted((a, b) => b.text.length - a.text.length)) {
    const least = processes.reduce((a, b) => (b.length < a.length ? b : a));
    least.length += file.text.length;
    least.paths.push(file.path);
  }
  return processes;
}
