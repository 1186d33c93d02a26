import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { SOURCES } from './build-console.ts';

const CHECKOUT = join(import.meta.dirname, '../..');

/** Every file that the console is made of, by following its imports. */
function importedFiles(): Set<string> {
  const start = globSync('console/**/*.{ts,tsx}', { cwd: CHECKOUT, exclude: ['console/dist/**'] });
  const isOfTests = (path: string) => /\.test\.ts$|^console\/(testing|vite\.config)/.test(path);
  const waiting = start.filter((path) => !isOfTests(path));
  const found = new Set(waiting);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const code = readFileSync(join(CHECKOUT, path), 'utf8');
    for (const [, type, target = ''] of code.matchAll(IMPORT)) {
      const next = relative(CHECKOUT, join(CHECKOUT, dirname(path), target));
      if (type || found.has(next)) continue;
      found.add(next);
      waiting.push(next);
    }
  }
  return found;
}

/** Types do not exist in what is built. */
const IMPORT = /^(?:import|export) (type )?(?:[^'";]*? from )?'(\.[^']+\.tsx?)'/gm;

describe('the console', () => {
  it('is built again when any file that it is made of changes', () => {
    const watched = new Set(globSync([...SOURCES], { cwd: CHECKOUT }));
    const missed = [...importedFiles()].filter((path) => !watched.has(path));
    assert.deepEqual(missed, []);
  });
});
