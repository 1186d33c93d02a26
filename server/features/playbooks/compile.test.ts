import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compile } from './compile.ts';
import type { Step } from './steps/index.ts';

/** Walks the tree of steps: the ids in order, for the given results of its branches. */
function walk(steps: readonly Step[], isTrue: (id: string) => boolean): string[] {
  return steps.flatMap((step) => {
    if (step.do !== 'branch') return [step.id];
    const side = isTrue(step.id) ? step.then : (step.else ?? []);
    return [step.id, ...walk(side, isTrue)];
  });
}

const tree: fc.Arbitrary<Step[]> = fc
  .letrec<{ steps: unknown[]; step: unknown }>((tie) => ({
    steps: fc.array(tie('step'), { maxLength: 4 }),
    step: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant({ do: 'qualify' }),
      fc.record({ do: fc.constant('branch'), then: tie('steps'), else: tie('steps') }),
      fc.record({ do: fc.constant('branch'), then: tie('steps') }),
    ),
  }))
  .steps.map((steps) => withIds(steps as Record<string, unknown>[], { next: 0 }));

function withIds(steps: Record<string, unknown>[], count: { next: number }): Step[] {
  return steps.map((step) => {
    const withId: Record<string, unknown> = { ...step, id: `s${count.next++}` };
    for (const side of ['then', 'else']) {
      if (Array.isArray(step[side])) withId[side] = withIds(step[side], count);
    }
    return withId as unknown as Step;
  });
}

describe('a compiled definition', () => {
  it('executes the same steps as the tree, for all results of its conditions, and never goes back', () => {
    fc.assert(
      fc.property(tree, fc.infiniteStream(fc.boolean()), (steps, random) => {
        const results = new Map<string, boolean>();
        const isTrue = (id: string) => {
          if (!results.has(id)) results.set(id, random.next().value!);
          return results.get(id)!;
        };
        const instructions = compile({ steps });
        const visited: string[] = [];
        let position = 0;
        while (position < instructions.length) {
          const { step, next, otherwise } = instructions[position]!;
          visited.push(step.id);
          const following = step.do !== 'branch' || isTrue(step.id) ? next : otherwise;
          assert(following > position, 'it never goes back');
          position = following;
        }
        assert.equal(position, instructions.length);
        assert.deepEqual(visited, walk(steps, isTrue));
      }),
    );
  });

  it('has a pointer to each step in the definition', () => {
    fc.assert(
      fc.property(tree, (steps) => {
        for (const { step, pointer } of compile({ steps })) {
          let found: unknown = { steps };
          for (const part of pointer.slice(1).split('/')) {
            found = (found as Record<string, unknown>)[part];
          }
          assert.equal(found, step);
        }
      }),
    );
  });
});
