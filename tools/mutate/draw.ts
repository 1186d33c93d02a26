import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RandomNumbers } from '../../server/testing/random.ts';
import { findPlaces } from './find-places.ts';
import { applyTo, KINDS, type Place } from './place.ts';

/** Some of those that are tried at once do not compile, and tsc takes as long for one as for many. */
const TRIED_PER_WANTED = 1.5;
const ALSO_TRIED = 4;

/**
 * Random mutants that compile: as many of each kind, and at most one per file. Those of the kinds take turns, so that a
 * run that is stopped has some of each.
 */
export function draw(checkout: string, count: number, seed: number): Place[] {
  const random = new RandomNumbers(seed);
  const all = findPlaces(checkout);
  const stacks = KINDS.map((kind) =>
    shuffled(
      all.filter((place) => place.kind === kind),
      random,
    ),
  );
  const drawn = KINDS.map((): Place[] => []);
  assertCompiles(checkout);
  while (true) {
    const usedPaths = new Set(drawn.flat().map(({ path }) => path));
    const tried = drawn.flatMap((found, index) => {
      const missing = wanted(count, index) - found.length;
      const tries = missing === 0 ? 0 : Math.ceil(missing * TRIED_PER_WANTED) + ALSO_TRIED;
      return takeFrom(stacks[index] ?? [], tries, usedPaths);
    });
    if (tried.length === 0) return interleave(drawn);
    for (const place of compiling(checkout, tried)) {
      const index = KINDS.indexOf(place.kind);
      if ((drawn[index]?.length ?? 0) < wanted(count, index)) drawn[index]?.push(place);
    }
    console.log(`${drawn.flat().length} of ${count} mutants drawn`);
  }
}

function wanted(count: number, index: number): number {
  return Math.floor((count + KINDS.length - 1 - index) / KINDS.length);
}

/** In files that no other one is in. Removes what it takes or passes over. */
function takeFrom(stack: Place[], count: number, usedPaths: Set<string>): Place[] {
  const taken: Place[] = [];
  while (taken.length < count) {
    const place = stack.pop();
    if (place === undefined) break;
    if (usedPaths.has(place.path)) continue;
    usedPaths.add(place.path);
    taken.push(place);
  }
  return taken;
}

function interleave(lists: readonly Place[][]): Place[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

export function shuffled<T>(items: readonly T[], random: RandomNumbers): T[] {
  const all = [...items];
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = random.between(0, last);
    [all[last], all[other]] = [all[other] as T, all[last] as T];
  }
  return all;
}

function assertCompiles(checkout: string): void {
  const broken = [...filesWithErrors(checkout)];
  if (broken.length > 0) throw new Error(`Without a mutant, tsc fails in ${broken.join(', ')}.`);
}

/** Those that compile. All are tried at once, because tsc takes half a minute; they are in different files. */
function compiling(checkout: string, places: readonly Place[]): Place[] {
  if (places.length === 0) return [];
  const broken = withMutants(checkout, places, () => filesWithErrors(checkout));
  if (broken.size === 0) return [...places];
  const others = places.filter(({ path }) => !broken.has(path));
  if (others.length < places.length) return compiling(checkout, others);
  // The errors are in files that use one of them: which one, its half shows.
  if (places.length === 1) return [];
  const half = Math.ceil(places.length / 2);
  return [places.slice(0, half), places.slice(half)].flatMap((some) => compiling(checkout, some));
}

function withMutants<T>(checkout: string, places: readonly Place[], work: () => T): T {
  const originals = places.map(({ path }) => [join(checkout, path), read(checkout, path)] as const);
  try {
    for (const place of places) {
      const changed = applyTo(read(checkout, place.path), place);
      if (changed !== null) writeFileSync(join(checkout, place.path), changed);
    }
    return work();
  } finally {
    for (const [file, text] of originals) writeFileSync(file, text);
  }
}

function read(checkout: string, path: string): string {
  return readFileSync(join(checkout, path), 'utf8');
}

/** A name that is not used any more is no error: that is a matter of style, and the service runs with it. */
function filesWithErrors(checkout: string): Set<string> {
  const options = ['--incremental', 'false', '--noUnusedLocals', 'false'];
  const { stdout, error } = spawnSync(
    join(checkout, 'node_modules/.bin/tsc'),
    [...options, '--noUnusedParameters', 'false', '--pretty', 'false'],
    { cwd: checkout, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (error) throw error;
  return new Set(stdout.matchAll(/^(\S.*?)\(\d+,\d+\): error/gm).map(([, file = '']) => file));
}
