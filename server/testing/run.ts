import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { notOnCitus } from './not-on-citus.ts';
import { CITUS_VARIABLE } from './test-server.ts';

/**
 * Runs all tests except the long ones and those in a browser, or only those in the given folders. Two dozen test files share a process:
 * loading the service takes longer than the tests of most files. With --citus, it runs those of the service on the
 * cluster of THROUGHLINE_TEST_CITUS_URL.
 */
const CHECKOUT = join(import.meta.dirname, '../..');
const IS_ON_CITUS = process.argv.includes('--citus');
const ALL_FOLDERS = IS_ON_CITUS ? ['server'] : ['server', 'packages', 'console'];
const GIVEN_FOLDERS = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const FOLDERS = GIVEN_FOLDERS.length > 0 ? GIVEN_FOLDERS : ALL_FOLDERS;
const FILES_PER_GROUP = 24;
const KILLING = 'server/**/*.citus.test.ts';

/** These clean up their servers per process, so each gets its own process. */
const STARTS_SERVERS = /testing\/server-process\.ts'/;

interface Group {
  bytes: number;
  paths: string[];
}

function findGroups(): Group[] {
  const patterns = FOLDERS.map((folder) => `${folder}/**/*.test.ts`);
  const files = globSync(patterns, { cwd: CHECKOUT })
    .filter((path) => !/\.(long|browser|citus)\.test\.ts$/.test(path))
    .filter((path) => !IS_ON_CITUS || !(path in notOnCitus.files))
    .map((path) => ({ path, bytes: statSync(join(CHECKOUT, path)).size }))
    .sort((a, b) => b.bytes - a.bytes);
  const isAlone = ({ path }: { path: string }) =>
    STARTS_SERVERS.test(readFileSync(join(CHECKOUT, path), 'utf8'));
  const [alone, others] = [files.filter(isAlone), files.filter((file) => !isAlone(file))];
  // Those that start servers use databases of their own, which are not on the cluster.
  if (IS_ON_CITUS) return distribute(others, Math.ceil(others.length / FILES_PER_GROUP));
  return [
    ...alone.map(({ path, bytes }) => ({ bytes, paths: [path] })),
    ...distribute(others, Math.ceil(others.length / FILES_PER_GROUP)),
  ];
}

/** Distributes the largest files first, each to the smallest group: large files usually take longer. */
function distribute(files: readonly { path: string; bytes: number }[], count: number): Group[] {
  const groups = Array.from({ length: count }, (): Group => ({ bytes: 0, paths: [] }));
  for (const { path, bytes } of files) {
    const least = groups.reduce((a, b) => (b.bytes < a.bytes ? b : a));
    least.bytes += bytes;
    least.paths.push(path);
  }
  return groups;
}

function skipOf(title: string): string {
  return `--test-skip-pattern=/^${title.replace(/[/\\^$.*+?()[\]{}|]/g, '\\$&')}$/`;
}

/** Each test file in its own suite with its name, so that its hooks apply only to it. */
function programOf({ paths }: Group): string {
  const suites = paths.map((path) => {
    const file = JSON.stringify(join(CHECKOUT, path));
    return `describe(${JSON.stringify(path)}, () => void require(${file}));`;
  });
  return [
    `import { createRequire } from 'node:module';`,
    `import { describe } from 'node:test';`,
    `const require = createRequire(import.meta.url);`,
    ...suites,
  ].join('\n');
}

if (IS_ON_CITUS && !process.env[CITUS_VARIABLE]) {
  console.log(`Skipped: ${CITUS_VARIABLE} is not set to the coordinator of a Citus cluster.`);
  process.exit();
}
if (!IS_ON_CITUS) delete process.env[CITUS_VARIABLE];

const directory = mkdtempSync(join(tmpdir(), 'throughline-tests-'));
const programs = findGroups().map((group, index) => {
  const file = join(directory, `${String(index).padStart(3, '0')}.test.mjs`);
  writeFileSync(file, programOf(group));
  return file;
});
const skips = IS_ON_CITUS ? Object.keys(notOnCitus.tests).map(skipOf) : [];
// Two more than the number of cores: some tests wait for the database or an engine.
run(availableParallelism() + 2, [...skips, ...programs]);
rmSync(directory, { recursive: true });
// Afterwards, because these kill nodes of the cluster.
if (IS_ON_CITUS && GIVEN_FOLDERS.length === 0) run(1, globSync(KILLING, { cwd: CHECKOUT }));

function run(concurrency: number, more: readonly string[]): void {
  const options = [
    '--test',
    `--test-concurrency=${concurrency}`,
    `--test-global-setup=${join(import.meta.dirname, 'template-database.ts')}`,
  ];
  const { status } = spawnSync(process.execPath, [...options, ...more], {
    cwd: CHECKOUT,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
