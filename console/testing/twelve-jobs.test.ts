import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { JOBS } from './twelve-jobs.ts';

const CONSOLE = join(import.meta.dirname, '..');

describe('the twelve jobs', () => {
  it('are each done by a browser test', () => {
    const files = globSync('**/*.browser.test.ts', { cwd: CONSOLE });
    const code = files.map((file) => readFileSync(join(CONSOLE, file), 'utf8')).join('\n');
    const done = new Set([...code.matchAll(/\bdoJob\((\d+),/g)].map(([, number]) => number));
    const missing = Object.keys(JOBS).filter((number) => !done.has(number));
    assert.deepEqual(missing, []);
  });
});
