import type { JsonObject } from '../json.ts';
import type { Step } from './index.ts';
import type { StepBase, StepCheck, StepKind } from './step.ts';
import { condition, stepDocument } from './step-document.ts';

export interface BranchStep extends StepBase {
  do: 'branch';
  when: string;
  then: Step[];
  else?: Step[];
}

/** Deeper nesting is hard to read and should be two playbooks. */
const MAX_DEPTH = 5;

const description = 'Runs the steps in `then` if the condition is true, otherwise those in `else`.';

const stepsOf = (outcome: boolean) => ({
  type: 'array',
  items: { 'x-ref': 'PlaybookStep' },
  description: `Steps to run if the condition is ${outcome}.`,
});

export const branch: StepKind<BranchStep> = {
  do: 'branch',
  description,
  document: stepDocument(
    { do: 'branch', description },
    {
      when: condition('CEL condition that chooses between `then` and `else`.'),
      then: stepsOf(true),
      else: stepsOf(false),
    },
    ['when', 'then'],
  ),
  fields: ['then', 'else'],
  effect: 'none',
  // Its steps are counted themselves.
  needs: () => [],
  check(check, step, pointer) {
    if (step.when === undefined) {
      check.add(`${pointer}/when`, 'required', 'A branch needs a condition. Give it in when.');
    }
    if (check.depth >= MAX_DEPTH) {
      const detail = `Branches can be nested at most ${MAX_DEPTH} deep. Split the playbook in two.`;
      check.add(pointer, 'too_deep', detail);
      return;
    }
    for (const side of ['then', 'else'] as const) checkSide(check, step, side, pointer);
    if (isEmpty(step.then) && (step.else === undefined || isEmpty(step.else))) {
      const detail = 'A branch needs at least one step. Add one to then or to else.';
      check.add(`${pointer}/then`, 'too_short', detail);
    }
  },
  async perform() {
    return { status: 'completed', output: { taken: 'then' } };
  },
  outputIfUnmet() {
    return { taken: 'else' };
  },
};

function checkSide(
  check: StepCheck,
  step: JsonObject,
  side: 'then' | 'else',
  pointer: string,
): void {
  const steps = step[side];
  if (Array.isArray(steps)) check.nestedSteps(steps, `${pointer}/${side}`);
  else if (steps !== undefined || side === 'then') {
    const code = steps === undefined ? 'required' : 'wrong_type';
    check.add(`${pointer}/${side}`, code, `The field ${side} must be a list of steps.`);
  }
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
