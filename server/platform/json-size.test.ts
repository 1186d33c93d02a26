import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { jsonSize } from './json-size.ts';

describe('the size of a text in JSON', () => {
  it('is how deep it is and how many values it has, however it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const size = { depth: depthOf(value), values: valuesOf(value) };
        assert.deepEqual(jsonSize(text, Number.POSITIVE_INFINITY), size, text);
      }),
    );
  });

  it('does not count what is inside of texts', () => {
    const text = JSON.stringify({ a: 'x,[{"\\', 'b\\"[,': '\\\\",' });
    assert.deepEqual(jsonSize(text, 100), { depth: 1, values: 3 });
  });

  it('counts what is empty once', () => {
    assert.deepEqual(jsonSize('[{}, [ ], ""]', 100), { depth: 2, values: 4 });
  });

  it('is not counted further than was asked', () => {
    assert.deepEqual(jsonSize('['.repeat(1_000_000), 10), { depth: 11, values: 11 });
  });
});

function depthOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function valuesOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1;
  return Object.values(value).reduce((sum: number, member) => sum + valuesOf(member), 1);
}
