import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowsers } from '../../console/testing/find-browser.ts';
import { notOnCitus } from './not-on-citus.ts';
import { SEED_VARIABLE } from './seed.ts';
import { IS_FULL_VARIABLE } from './sized.ts';
import { CITUS_VARIABLE } from './test-server.ts';
import { CHECKOUT, filesOf, processesFor, type TestFile, type Tier } from './tiers.ts';

/**
 * Runs the tests of a tier: all of them, or those in folders of the given names (`npm test -- leads`). All of `npm test`
 * includes the checks, which come first.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: String(randomInt(1_000_000)) } },
});
const [tier, ...names] = positionals as [Tier, ...string[]];

process.exitCode = runAll() ? 0 : 1;

function runAll(): boolean {
  if (tier === 'test' && names.length === 0 && !run(['tools/check.ts'])) return false;
  const isPassed = runTier(tier);
  // Afterwards, because these kill nodes of the cluster.
  return tier === 'citus' && names.length === 0 ? runTier('citus-nodes') && isPassed : isPassed;
}

function runTier(tier: Tier): boolean {
  const files = filesOf(tier, names);
  if (files.length === 0) throw new Error(`There is no test file of this tier in ${names}.`);
  const environment = environmentFor(tier, files);
  if (environment === null) return process.env.CI !== 'true';
  console.log(summaryOf(files));
  const directory = mkdtempSync(join(tmpdir(), 'throughline-tests-'));
  // They begin in the order of their names.
  const programs = processesFor(tier, files).map((one, index) => {
    const file = join(directory, `${String(index).padStart(3, '0')}.test.mjs`);
    writeFileSync(file, programOf(one));
    return file;
  });
  // One more than there are cores, because some tests wait for the database or an engine.
  const atOnce = tier === 'citus-nodes' ? 1 : availableParallelism() + 1;
  const skipped = tier === 'citus' ? Object.keys(notOnCitus.tests).map(skipOf) : [];
  const options = [
    '--test',
    `--test-concurrency=${atOnce}`,
    `--test-global-setup=${join(import.meta.dirname, 'template-database.ts')}`,
    `--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`,
  ];
  const isPassed = run([...options, ...skipped, ...programs], environment);
  rmSync(directory, { recursive: true });
  return isPassed;
}

function summaryOf(files: readonly TestFile[]): string {
  const own = files.filter(({ text }) => text.includes('ownDatabase: true')).length;
  const again = [tier, ...names, `--seed=${values.seed}`].join(' ');
  return `${files.length} files, ${own} of them with a database of their own. Seed: ${values.seed} (again: node server/testing/run.ts ${again})`;
}

/** Each file is a suite with its name, so that its hooks apply only to it. */
function programOf(files: readonly TestFile[]): string {
  const suites = files.map(({ path }) => {
    const file = JSON.stringify(join(CHECKOUT, path));
    return `describe(${JSON.stringify(path)}, () => void require(${file}));`;
  });
  const preload = ['seed.ts', 'fixtures.ts'].map((file) => {
    return `require(${JSON.stringify(join(import.meta.dirname, file))});`;
  });
  return [
    `import { createRequire } from 'node:module';`,
    `import { describe } from 'node:test';`,
    `const require = createRequire(import.meta.url);`,
    ...preload,
    ...suites,
  ].join('\n');
}

/** Null if something that the tier needs is not there. */
function environmentFor(tier: Tier, files: readonly TestFile[]): NodeJS.ProcessEnv | null {
  const environment: NodeJS.ProcessEnv = { ...process.env, [SEED_VARIABLE]: values.seed };
  if (tier === 'nightly') environment[IS_FULL_VARIABLE] = 'true';
  if (tier.startsWith('citus')) {
    if (process.env[CITUS_VARIABLE]) return environment;
    console.log(`Skipped: ${CITUS_VARIABLE} is not set to the coordinator of a Citus cluster.`);
    return null;
  }
  delete environment[CITUS_VARIABLE];
  if (tier === 'test' || tier === 'long') return environment;
  const browsers = findBrowsers();
  if (browsers === null) {
    const count = files.reduce((sum, { text }) => sum + (text.match(/^\s*it\(/gm)?.length ?? 0), 0);
    console.log(`Browser tests: 0 of ${count} run, no browser found in ${process.env.PATH}`);
    console.log('Install Chromium, or set THROUGHLINE_BROWSER to the program of a browser.');
    return null;
  }
  const { whole, windowless } = browsers;
  console.log(`Browser tests in ${[...new Set([windowless, whole])].join(' and ')}`);
  return { ...environment, THROUGHLINE_BROWSER: whole, THROUGHLINE_WINDOWLESS_BROWSER: windowless };
}

function skipOf(title: string): string {
  return `--test-skip-pattern=/^${title.replace(/[/\\^$.*+?()[\]{}|]/g, '\\$&')}$/`;
}

function run(options: readonly string[], environment: NodeJS.ProcessEnv = process.env): boolean {
  const { status } = spawnSync(process.execPath, options, {
    cwd: CHECKOUT,
    stdio: 'inherit',
    env: environment,
  });
  return status === 0;
}
