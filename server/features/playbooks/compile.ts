import type { Definition } from './definition.ts';
import type { Step } from './steps/index.ts';

/**
 * One step of a flattened definition, so that the position of a run is a single number. A run at `position` looks at
 * `instructions[position]`: if its `when` is absent or true, the step is executed and the run continues at `next`; if
 * it is false, at `otherwise`. A position of `instructions.length` is the end.
 */
export interface Instruction {
  step: Step;
  /** JSON pointer to the step in the definition: `/steps/2/then/0`. */
  pointer: string;
  next: number;
  /** The start of a branch's `else`. Any other step is skipped, so it has the same value as `next`. */
  otherwise: number;
}

export function compile({ steps }: Pick<Definition, 'steps'>): Instruction[] {
  const instructions: Instruction[] = [];
  flatten(steps, '/steps', instructions, countSteps(steps));
  return instructions;
}

export function countSteps(steps: readonly Step[]): number {
  return steps.reduce((count, step) => count + size(step), 0);
}

/** Adds the steps in order; after the last one, the run continues at `after`. */
function flatten(
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
    flatten(step.then, `${at}/then`, instructions, next);
    flatten(otherwise, `${at}/else`, instructions, next);
  }
}

function size(step: Step): number {
  if (step.do !== 'branch') return 1;
  return 1 + countSteps(step.then) + countSteps(step.else ?? []);
}
