import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tests of a checkout, and how they are run there: the runner of today, or the one before it (up to d65ff179). */
export interface Suite {
  checkout: string;
  hasNewRunner: boolean;
  seed: number;
  /** Those of `npm test`. */
  files: readonly string[];
  all: readonly string[];
}

export interface Stage {
  name: string;
  options: readonly string[];
  limitMinutes: number;
}

const LATER = /\.(long|browser|nightly|citus)\.test\.ts$/;
const SETUP = '--test-global-setup=server/testing/template-database.ts';
/** Several times of what they take on a slow machine. */
const FOLDER_MINUTES = 12;
const ALL_MINUTES = 45;
/** Of all tests; then it is faster to run all. */
const MAX_SHARE = 0.3;

export function openSuite(checkout: string, seed: number): Suite {
  const all = globSync('{server,packages,console}/**/*.test.ts', {
    cwd: checkout,
    exclude: ['**/node_modules'],
  }).sort();
  const hasNewRunner = existsSync(join(checkout, 'server/testing/run.ts'));
  return { checkout, hasNewRunner, seed, all, files: all.filter((file) => !LATER.test(file)) };
}

/** The tests that probably see a change of the file come first. */
export function stagesFor(suite: Suite, path: string): Stage[] {
  const own = folderOf(path);
  const users = usersOf(suite, path, own);
  const early = [own, ...users];
  const rest = suite.files.filter((file) => !isIn(file, early));
  const stages = [
    { name: 'own folder', options: foldersOptions(suite, [own]), limitMinutes: FOLDER_MINUTES },
    { name: 'users', options: foldersOptions(suite, users), limitMinutes: ALL_MINUTES },
    { name: 'rest', options: restOptions(suite, rest), limitMinutes: ALL_MINUTES },
  ];
  const has = [suite.files.some((file) => isIn(file, [own])), users.length > 0, rest.length > 0];
  return stages.filter((_, index) => has[index]);
}

/** Only one file, to see whether it fails again. */
export function fileStage(suite: Suite, file: string): Stage {
  const tier = /\.(long|browser)\.test\.ts$/.exec(file)?.[1] ?? 'test';
  return { name: file, options: filesOptions(suite, tier, [file]), limitMinutes: FOLDER_MINUTES };
}

/** The long tests of the feature, and those in a browser of the part of the console with its name. */
export function longStages(suite: Suite, path: string): Stage[] {
  const folder = folderOf(path);
  const folders = [folder, folder.replace(/^server\//, 'console/')];
  return ['long', 'browser'].flatMap((tier) => {
    const files = suite.all.filter((file) => file.endsWith(`.${tier}.test.ts`));
    const own = files.filter((file) => isIn(file, folders));
    const options = filesOptions(suite, tier, own);
    return own.length === 0 ? [] : [{ name: tier, options, limitMinutes: ALL_MINUTES }];
  });
}

/** The folder of the feature, or what is like it elsewhere. */
function folderOf(path: string): string {
  return (
    /^(server\/(?:features|platform)\/[^/]+(?=\/)|packages\/[^/]+|server\/[^/]+)/.exec(path)?.[0] ??
    'server'
  );
}

function isIn(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`));
}

/** Folders that import what the file exports (through an index.ts, so by name), unless they are too many. */
function usersOf(suite: Suite, path: string, own: string): string[] {
  const names = exportsOf(readFileSync(join(suite.checkout, path), 'utf8'));
  if (names.length === 0) return [];
  const pattern = new RegExp(`^import [^;]*\\b(${names.join('|')})\\b[^;]*;`, 'm');
  const sources = globSync('{server,packages}/*/**/*.ts', {
    cwd: suite.checkout,
    exclude: ['**/node_modules', '**/generated', 'server/testing'],
  }).filter((file) => !isIn(file, [own]) && pattern.test(textOf(suite, file)));
  const folders = [...new Set(sources.map(folderOf))].filter((folder) =>
    suite.files.some((file) => isIn(file, [folder])),
  );
  return shareOf(suite, folders) > MAX_SHARE ? [] : folders;
}

function exportsOf(text: string): string[] {
  const declared = text.matchAll(/^export (?:async )?(?:const|function\*?|class) (\w+)/gm);
  const taken = text.matchAll(/^export const \{([^}]+)\}/gm);
  return [
    ...[...declared].map(([, name = '']) => name),
    ...[...taken].flatMap(([, list = '']) =>
      [...list.matchAll(/(\w+)\s*(?=,|$)/g)].map(([all]) => all.trim()),
    ),
  ];
}

function shareOf(suite: Suite, folders: readonly string[]): number {
  const length = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + textOf(suite, file).length, 0);
  return length(suite.files.filter((file) => isIn(file, folders))) / length(suite.files);
}

const texts = new Map<string, string>();

function textOf({ checkout }: Suite, file: string): string {
  const path = join(checkout, file);
  const text = texts.get(path) ?? readFileSync(path, 'utf8');
  texts.set(path, text);
  return text;
}

function foldersOptions(suite: Suite, folders: readonly string[]): string[] {
  if (suite.hasNewRunner) return runnerOptions(suite, 'test', folders);
  return ['server/testing/run-tests.ts', ...folders];
}

/** The old runner takes folders only, and some tests are in none, so there it is all of them again. */
function restOptions(suite: Suite, rest: readonly string[]): string[] {
  return suite.hasNewRunner ? runnerOptions(suite, 'test', rest) : foldersOptions(suite, []);
}

/** Before the new runner, files of their own were run by Node, or by the runner that finds a browser. */
function filesOptions(suite: Suite, tier: string, files: readonly string[]): string[] {
  if (suite.hasNewRunner) return runnerOptions(suite, tier, files);
  return tier === 'browser'
    ? ['console/testing/run-browser-tests.ts', ...files]
    : ['--test', SETUP, ...files];
}

function runnerOptions({ seed }: Suite, tier: string, paths: readonly string[]): string[] {
  return ['server/testing/run.ts', tier, ...paths, `--seed=${seed}`];
}
