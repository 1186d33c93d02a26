import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const CHECKOUT = join(import.meta.dirname, '../..');
const SETUP = join(import.meta.dirname, 'template-database.ts');

export interface TestRun {
  files: readonly string[];
  /** These begin first: otherwise the last of them runs alone at the end. */
  longestFirst: readonly string[];
  atOnce?: number;
  environment?: NodeJS.ProcessEnv;
}

/** Runs test files, two at a time unless it is told otherwise, and returns the exit code. */
export function runTestFiles({ files, longestFirst, atOnce = 2, environment }: TestRun): number {
  // The runner sorts files by name.
  const directory = mkdtempSync(join(tmpdir(), 'throughline-tests-'));
  const first = longestFirst.filter((path) => files.includes(path));
  const programs = [...new Set([...first, ...files.toSorted()])].map((path, index) => {
    const file = join(directory, `${String(index).padStart(3, '0')}.test.mjs`);
    writeFileSync(file, `import ${JSON.stringify(pathToFileURL(join(CHECKOUT, path)).href)};\n`);
    return file;
  });
  const options = ['--test', `--test-concurrency=${atOnce}`, `--test-global-setup=${SETUP}`];
  const { status } = spawnSync(process.execPath, [...options, ...programs], {
    cwd: CHECKOUT,
    stdio: 'inherit',
    env: environment ?? process.env,
  });
  rmSync(directory, { recursive: true });
  return status ?? 1;
}

/** The list of the longest files has no names that are not there any more. */
export function assertFound(longestFirst: readonly string[], found: readonly string[]): void {
  const missing = longestFirst.filter((path) => !found.includes(path));
  if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}. Correct this list.`);
}
