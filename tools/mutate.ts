import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RandomNumbers } from '../server/testing/random.ts';
import { assertUsable, cloneCheckout, commitOf } from './mutate/copy-checkout.ts';
import { draw, shuffled } from './mutate/draw.ts';
import { applyTo, KINDS, lineOf, type Place } from './mutate/place.ts';
import { longStages, openSuite, type Stage, type Suite, stagesFor } from './mutate/suite.ts';
import { Interrupted, stopRunning } from './mutate/test-run.ts';
import { findFailure, red } from './mutate/verify.ts';

/**
 * Breaks the product in random places, one at a time, and looks whether the tests see it.
 *
 *   npx node tools/mutate.ts --count 60 --seed 1 --out after.json
 *
 * A mutant drops a condition, swaps an order, loses an event, or returns another status or value, in TypeScript or in SQL.
 * What does not compile is none. For each, the tests of its feature run, then those of folders that use what its file
 * exports, then the rest of `npm test` (without the checks), up to the first failure.
 *
 *   --count 60        how many mutants, as many of each kind, at most one per file
 *   --seed 1          draws the same mutants again from the same commit; also the seed of the tests
 *   --checkout DIR    a copy of a checkout, with node_modules, that nothing else uses; it may be an old commit. Without it,
 *                     the current commit is cloned, and the clone is removed at the end. The working tree is never touched.
 *   --out FILE        the results as JSON. If it exists, its mutants are continued: those with a result do not run again.
 *   --mutants FILE    the mutants of another run, for example of the tests before a change, found by the text of their lines;
 *                     the end compares both
 *   --minutes 180     begins no further mutant after this time, and says how many were not reached
 *   --long            also runs the long tests and those in a browser of the feature, for ten survivors
 *   --dry-run         only lists the mutants (and writes them to --out)
 *
 * Stop it with Ctrl-C: the mutant is undone, and the same command continues.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '180' },
    checkout: { type: 'string' },
    out: { type: 'string' },
    mutants: { type: 'string' },
    long: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
});

type Outcome = 'killed' | 'survived' | 'gone';

interface Result {
  outcome: Outcome;
  /** Where the first test failed. */
  stage?: string;
  file?: string | null;
  title?: string;
  seconds: number;
}

interface Mutant extends Place {
  /** In the checkout that it was drawn from. */
  line: number | null;
  result?: Result;
  long?: Result;
  /** In the run of --mutants. */
  earlier?: Outcome;
}

interface Report {
  checkout: string;
  commit: string;
  seed: number;
  /** Tests that fail without any mutant. */
  red: string[];
  mutants: Mutant[];
}

const LONG_SURVIVORS = 10;

const seed = Number(values.seed);
const deadline = performance.now() + Number(values.minutes) * 60_000;
const isCloned = values.checkout === undefined;
const checkout = values.checkout === undefined ? cloneCheckout() : realpathSync(values.checkout);
const directory = mkdtempSync(join(realpathSync(tmpdir()), 'mutate-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopRunning);
try {
  await main();
} catch (error) {
  if (!(error instanceof Interrupted)) throw error;
  console.log('Stopped. The same command continues, if it has --out.');
  process.exitCode = 130;
} finally {
  rmSync(directory, { recursive: true, force: true });
  if (isCloned) rmSync(checkout, { recursive: true, force: true });
}

async function main(): Promise<void> {
  assertUsable(checkout);
  const mutants = readMutants();
  save(mutants);
  if (values['dry-run']) {
    for (const mutant of mutants) console.log(describeChange(mutant));
    return;
  }
  const suite = openSuite(checkout, seed);
  for (const [index, mutant] of mutants.entries()) {
    if (mutant.result || performance.now() > deadline) continue;
    mutant.result = await test(suite, mutant, stagesFor);
    save(mutants);
    console.log(
      `${index + 1}/${mutants.length} ${describeChange(mutant)}\n${describe(mutant.result)}`,
    );
  }
  if (values.long) await testLong(suite, mutants);
  printTable(mutants);
  printComparison(mutants);
}

function readMutants(): Mutant[] {
  const count = Number(values.count);
  if (values.out && existsSync(values.out)) return readReport(values.out).mutants;
  if (values.mutants) {
    const { mutants } = readReport(values.mutants);
    return mutants.slice(0, count).map(({ result, long: _, ...mutant }) => {
      return { ...mutant, ...(result && { earlier: result.outcome }) };
    });
  }
  return draw(checkout, count, seed).map((place) => ({
    ...place,
    line: lineOf(read(place.path), place),
  }));
}

function readReport(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function save(mutants: Mutant[]): void {
  if (!values.out) return;
  const report: Report = { checkout, commit: commitOf(checkout), seed, red: [...red], mutants };
  writeFileSync(values.out, `${JSON.stringify(report, null, 2)}\n`);
}

function read(path: string): string {
  return readFileSync(join(checkout, path), 'utf8');
}

/** Runs the stages with the mutant, up to the first failure. */
async function test(
  suite: Suite,
  mutant: Mutant,
  stages: (suite: Suite, path: string) => Stage[],
): Promise<Result> {
  const begin = performance.now();
  const result = (more: Omit<Result, 'seconds'>): Result => {
    return { ...more, seconds: Math.round((performance.now() - begin) / 1000) };
  };
  const file = join(checkout, mutant.path);
  const original = existsSync(file) ? read(mutant.path) : '';
  const changed = applyTo(original, mutant);
  if (changed === null) return result({ outcome: 'gone' });
  const without = async <T>(work: () => Promise<T>): Promise<T> => {
    writeFileSync(file, original);
    const done = await work();
    writeFileSync(file, changed);
    return done;
  };
  try {
    writeFileSync(file, changed);
    for (const stage of stages(suite, mutant.path)) {
      const failure = await findFailure({ suite, directory, without }, stage);
      if (failure) return result({ outcome: 'killed', stage: stage.name, ...failure });
    }
    return result({ outcome: 'survived' });
  } finally {
    writeFileSync(file, original);
  }
}

/** Chosen by the seed among the survivors whose feature has such tests. */
async function testLong(suite: Suite, mutants: Mutant[]): Promise<void> {
  const survivors = mutants.filter(
    ({ result, path }) => result?.outcome === 'survived' && longStages(suite, path).length > 0,
  );
  const chosen = shuffled(survivors, new RandomNumbers(seed)).slice(0, LONG_SURVIVORS);
  for (const mutant of chosen) {
    if (mutant.long || performance.now() > deadline) continue;
    mutant.long = await test(suite, mutant, longStages);
    save(mutants);
    console.log(`long and browser: ${describeChange(mutant)}\n${describe(mutant.long)}`);
  }
}

function describeChange({ path, line, kind, before, after }: Mutant): string {
  const removed = before.map((text) => `  - ${text.trim()}`);
  return [`${path}:${line} ${kind}`, ...removed, ...after.map((text) => `  + ${text.trim()}`)].join(
    '\n',
  );
}

function describe({ outcome, stage, file, title, seconds }: Result): string {
  const by = outcome === 'killed' ? ` by ${file ?? 'the run'} (${stage}): ${title}` : '';
  return `  ${outcome}${by}, ${seconds} s`;
}

function printTable(mutants: readonly Mutant[]): void {
  const columns = ['killed', 'survived', 'gone', 'not reached'] as const;
  const rows = [...KINDS, 'all'].map((kind) => {
    const own = mutants.filter((mutant) => kind === 'all' || mutant.kind === kind);
    const counts = columns.map(
      (column) => own.filter(({ result }) => (result?.outcome ?? 'not reached') === column).length,
    );
    return [kind, ...counts];
  });
  console.log();
  for (const row of [['', ...columns], ...rows]) {
    console.log(row.map((cell) => String(cell).padStart(12)).join(''));
  }
  if (red.size > 0) console.log(`Fail without a mutant: ${[...red].join('; ')}`);
}

/** Only of mutants that have a result in both runs. */
function printComparison(mutants: readonly Mutant[]): void {
  const both = mutants.filter(
    ({ earlier, result }) => earlier && result && ![earlier, result.outcome].includes('gone'),
  );
  if (both.length === 0) return;
  const before = both.filter(({ earlier }) => earlier === 'killed');
  const now = both.filter(({ result }) => result?.outcome === 'killed');
  console.log(
    `\nOf ${both.length} in both runs: killed ${before.length} before, ${now.length} now.`,
  );
  for (const mutant of before.filter((one) => !now.includes(one))) {
    console.log(`Not any more: ${describeChange(mutant)}`);
  }
}
