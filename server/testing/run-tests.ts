import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Runs all tests except the long ones, or those below the folders that are given. The test files of a folder
 * share a process: loading the service costs a file more than most of them take for their tests.
 */
const CHECKOUT = join(import.meta.dirname, '../..');
const FOLDERS = process.argv.length > 2 ? process.argv.slice(2) : ['server', 'cli', 'demo'];

/** These clean up after their servers by process, so each gets a process of its own. */
const STARTS_SERVERS = /testing\/server-process\.ts'|startEmbeddedPostgres/;

function findGroups(): string[][] {
  const patterns = FOLDERS.map((folder) => `${folder}/**/*.test.ts`);
  const paths = globSync(patterns, { cwd: CHECKOUT }).sort();
  const short = paths.filter((path) => !path.endsWith('.long.test.ts'));
  const startsServers = (path: string) =>
    STARTS_SERVERS.test(readFileSync(join(CHECKOUT, path), 'utf8'));
  const alone = short.filter(startsServers);
  const others = short.filter((path) => !alone.includes(path));
  const folders = Object.values(Object.groupBy(others, (path) => dirname(path)));
  // The longest come first, so that none is left for one core alone at the end.
  const groups = folders.map((group = []) => group).sort((a, b) => b.length - a.length);
  return [...alone.map((path) => [path]), ...groups];
}

/** Each test file in a suite that has its name and keeps its hooks to itself. */
function programOf(paths: readonly string[]): string {
  const suites = paths.map(
    (path) =>
      `describe(${JSON.stringify(path)}, () => void require(${JSON.stringify(join(CHECKOUT, path))}));`,
  );
  return [
    `import { createRequire } from 'node:module';`,
    `import { describe } from 'node:test';`,
    `const require = createRequire(import.meta.url);`,
    ...suites,
  ].join('\n');
}

const directory = mkdtempSync(join(tmpdir(), 'throughline-tests-'));
const files = findGroups().map((paths, index) => {
  const file = join(directory, `${index}.test.mjs`);
  writeFileSync(file, programOf(paths));
  return file;
});
const options = [
  '--test',
  // One more than there are cores: there is always one that waits for the database.
  `--test-concurrency=${availableParallelism() + 1}`,
  `--test-global-setup=${join(import.meta.dirname, 'template-database.ts')}`,
];
const { status } = spawnSync(process.execPath, [...options, ...files], {
  cwd: CHECKOUT,
  stdio: 'inherit',
});
rmSync(directory, { recursive: true });
process.exitCode = status ?? 1;
