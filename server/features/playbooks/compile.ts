import type { Definition } from './definition.ts';
import type { Step } from './steps/index.ts';

/**
 * A definition laid out flat, so that where a run stands is one number. A run at `position` looks at
 * `instructions[position]`: if its `when` is absent or true, the step is done and the run goes on at
 * `next`; if it is false, at `otherwise`. A position of `instructions.length` is the end.
 */
export interface Instruction {
  step: Step;
  /** Where the step is in the definition: `/steps/2/then/0`. */
  pointer: string;
  next: number;
  /** The start of a branch's `else`; for any other step, which is then skipped, the same as `next`. */
  otherwise: number;
}

export function compile({ steps }: Pick<Definition, 'steps'>): Instruction[] {
  const instructions: Instruction[] = [];
  layOut(steps, '/steps', instructions, countSteps(steps));
  return instructions;
}

export function countSteps(steps: readonly Step[]): number {
  return steps.reduce((count, step) => count + size(step), 0);
}

/** Adds the steps in order; whoever comes to the end of them goes on at `after`. */
function layOut(
  steps: readonly Step[],
  pointer: string,
  instructions: Instruction[],
  after: number,
): void {
  for (const [index, step] of steps.entries()) {
    const at = `${pointer}/${index}`;
    const isLast = index === steps.length - 1;
    const next = isLast ? after : instructions.length + size(step);
    if (step.do !== 'branch') {
      instructions.push({ step, pointer: at, next, otherwise: next });
      continue;
    }
    const otherwise = step.else ?? [];
    const first = instructions.length + 1;
    const firstOfElse = first + countSteps(step.then);
    instructions.push({
      step,
      pointer: at,
      next: step.then.length > 0 ? first : next,
      otherwise: otherwise.length > 0 ? firstOfElse : next,
    });
    layOut(step.then, `${at}/then`, instructions, next);
    layOut(otherwise, `${at}/else`, instructions, next);
  }
}

function size(step: Step): number {
  if (step.do !== 'branch') return 1;
  return 1 + countSteps(step.then) + countSteps(step.else ?? []);
}
