import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type DraftStep, EMPTY_DRAFT, flat, newStep } from './draft.ts';
import { addStep, changeStep, moveStep, removeStep } from './edit-steps.ts';
import { toDefinition } from './to-definition.ts';

const step = (key: string, more: Partial<DraftStep> = {}): DraftStep => ({
  key,
  id: key,
  do: 'create_task',
  when: '',
  with: { title: key },
  yes: [],
  no: [],
  ...more,
});

const STEPS = [
  step('a'),
  step('if', { do: 'branch', when: 'true', with: {}, yes: [step('b')], no: [step('c')] }),
  step('d'),
];

const order = (steps: readonly DraftStep[]) =>
  flat(steps).map(({ step, pointer }) => `${step.key} ${pointer}`);

describe('the steps of a playbook, while they are edited', () => {
  it('have the pointers of the API', () => {
    assert.deepEqual(order(STEPS), [
      'a /steps/0',
      'if /steps/1',
      'b /steps/1/then/0',
      'c /steps/1/else/0',
      'd /steps/2',
    ]);
  });

  it('move into a branch, through both of its sides, and out of it', () => {
    const places: string[] = [];
    let steps: readonly DraftStep[] = STEPS;
    for (let i = 0; i < 6; i += 1) {
      steps = moveStep(steps, 'a', 1);
      places.push(
        order(steps)
          .find((one) => one.startsWith('a '))
          ?.slice(2) ?? '',
      );
    }
    assert.deepEqual(places, [
      '/steps/0/then/0',
      '/steps/0/then/1',
      '/steps/0/else/0',
      '/steps/0/else/1',
      '/steps/1',
      '/steps/2',
    ]);
  });

  it('come back to where they were when a move is undone', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'if');
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.constantFrom(1, -1)), { maxLength: 12 }), (moves) => {
        const moved = moves.reduce<readonly DraftStep[]>(
          (steps, [one, by]) => moveStep(steps, one, by),
          STEPS,
        );
        const keys = flat(moved).map((place) => place.step.key);
        assert.deepEqual(keys.toSorted(), ['a', 'b', 'c', 'd', 'if'], 'none is lost or doubled');
        const last = moves.at(-1);
        if (!last) return;
        const before = moves
          .slice(0, -1)
          .reduce<readonly DraftStep[]>((steps, [one, by]) => moveStep(steps, one, by), STEPS);
        if (order(before).join() === order(moved).join()) return;
        const back = moveStep(moved, last[0], last[1] === 1 ? -1 : 1);
        assert.deepEqual(order(back), order(before));
      }),
    );
  });

  it('can be added, changed and removed anywhere, without changing what was there before', () => {
    const added = addStep(STEPS, { in: 'if', side: 'no' }, step('new'));
    assert.equal(order(added)[4], 'new /steps/1/else/1');
    const after = addStep(added, { after: 'new' }, step('newer'));
    assert.equal(order(after)[5], 'newer /steps/1/else/2');
    const changed = changeStep(after, 'new', { when: 'x' });
    assert.equal(flat(changed).find((one) => one.step.key === 'new')?.step.when, 'x');
    assert.deepEqual(order(removeStep(removeStep(changed, 'new'), 'newer')), order(STEPS));
  });

  it('get an id of their own', () => {
    const first = newStep('wait', []);
    const second = newStep('wait', [first]);
    assert.deepEqual([first.id, second.id], ['wait', 'wait_2']);
    assert.equal(newStep('wait', [first, second]).id, 'wait_3');
  });

  it('are sent without what was left empty', () => {
    const { steps, trigger } = toDefinition({ ...EMPTY_DRAFT, event: '', steps: [STEPS[0]!] });
    assert.deepEqual(trigger, { manual: true });
    assert.deepEqual(steps, [{ id: 'a', do: 'create_task', with: { title: 'a' } }]);
  });

  it('are sent without what belongs to another choice, which stays in the draft', () => {
    const options = { channel: 'sms', subject: 'Of the email before', body: 'Hi' };
    const text = step('text', { do: 'send_message', with: options });
    const { steps } = toDefinition({ ...EMPTY_DRAFT, steps: [text] });
    assert.deepEqual(steps, [
      { id: 'text', do: 'send_message', with: { channel: 'sms', body: 'Hi' } },
    ]);
  });
});
