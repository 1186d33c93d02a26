import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { jsonSize } from './json-size.ts';

describe('the size of a text in JSON', () => {
  it('is never less than it has values, and exactly as deep as it is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6, noUnicodeString: false }), (text) => {
        const { depth, values } = jsonSize(text, Number.POSITIVE_INFINITY);
        const value: unknown = JSON.parse(text);
        assert.equal(depth, depthOf(value));
        assert(values >= leavesOf(value), `${values} in ${text}`);
      }),
    );
  });

  it('does not count what is inside of texts', () => {
    const text = JSON.stringify({ a: 'x,[{"\\', 'b\\"[,': '\\\\",' });
    assert.deepEqual(jsonSize(text, 100), { depth: 1, values: 3 });
  });

  it('is not counted further than was asked', () => {
    assert.deepEqual(jsonSize('['.repeat(1_000_000), 10), { depth: 10, values: 11 });
  });
});

function depthOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function leavesOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1;
  return Object.values(value).reduce((sum: number, member) => sum + leavesOf(member), 0);
}
