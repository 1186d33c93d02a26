import { fileStage, type Stage, type Suite } from './suite.ts';
import { type Failure, runTests } from './test-run.ts';

/** Of one stage, when a test failed by chance. */
const MAX_TRIES = 3;

/** A checkout with one mutant in it, which can be removed for a moment. */
export interface Mutated {
  suite: Suite;
  directory: string;
  without<T>(work: () => Promise<T>): Promise<T>;
}

/** Tests that fail without any mutant. */
export const red = new Set<string>();
const checkedFiles = new Set<string>();

/**
 * The failure that the mutant causes, or null. A failure counts if its file passes without the mutant and, except among the
 * tests of the same folder, fails again with it: of thousands of tests on a busy machine, one fails by chance now and then.
 */
export async function findFailure(mutated: Mutated, stage: Stage): Promise<Failure | null> {
  const chance = new Set<string>();
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const failure = await runStage(mutated, stage, chance);
    if (failure === null) return null;
    const caused = await confirm(mutated, stage, failure);
    if (caused !== null) return caused;
    console.log(`  failed without the mutant or only once: ${failure.title}`);
    chance.add(failure.title);
  }
  return null;
}

async function confirm(mutated: Mutated, stage: Stage, failure: Failure): Promise<Failure | null> {
  const { title, file } = failure;
  if (file === null) return failure;
  await mutated.without(() => findRed(mutated, file));
  if (red.has(title)) return null;
  return stage.name === 'own folder' ? failure : runStage(mutated, fileStage(mutated.suite, file));
}

async function findRed(mutated: Mutated, file: string): Promise<void> {
  if (checkedFiles.has(file)) return;
  checkedFiles.add(file);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const failure = await runStage(mutated, fileStage(mutated.suite, file));
    if (failure === null) return;
    red.add(failure.title);
  }
}

function runStage(
  { suite, directory }: Mutated,
  stage: Stage,
  chance: ReadonlySet<string> = new Set(),
): Promise<Failure | null> {
  return runTests({ ...stage, checkout: suite.checkout, directory, ignored: red.union(chance) });
}
