import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Runs the long tests, two files at a time. Those that take minutes begin first: otherwise the last of them runs alone at the
 * end.
 */
const CHECKOUT = join(import.meta.dirname, '../..');
const SETUP = join(import.meta.dirname, 'template-database.ts');
const FIRST = [
  'server/fuzz.long.test.ts',
  'server/features/exports/large-organization.long.test.ts',
  'server/visit-promises.long.test.ts',
  'server/demo/demo.long.test.ts',
  'server/features/demo-company/build-demo-company.long.test.ts',
  'server/persons.long.test.ts',
];

const found = globSync('{server,packages,console}/**/*.long.test.ts', { cwd: CHECKOUT });
const missing = FIRST.filter((path) => !found.includes(path));
if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}. Correct this list.`);

// The runner sorts files by name.
const directory = mkdtempSync(join(tmpdir(), 'throughline-long-tests-'));
const programs = [...new Set([...FIRST, ...found.toSorted()])].map((path, index) => {
  const file = join(directory, `${String(index).padStart(3, '0')}.test.mjs`);
  writeFileSync(file, `import ${JSON.stringify(pathToFileURL(join(CHECKOUT, path)).href)};\n`);
  return file;
});
const options = ['--test', '--test-concurrency=2', `--test-global-setup=${SETUP}`];
const { status } = spawnSync(process.execPath, [...options, ...programs], {
  cwd: CHECKOUT,
  stdio: 'inherit',
});
rmSync(directory, { recursive: true });
process.exitCode = status ?? 1;
