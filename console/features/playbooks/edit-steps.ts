import type { DraftStep, Side } from './draft.ts';

type Steps = readonly DraftStep[];

/** A list of steps, and where the branch is that contains it. */
interface Found {
  list: DraftStep[];
  index: number;
  around: { branch: DraftStep; side: Side; found: Found } | null;
}

interface MutableStep extends Omit<DraftStep, 'yes' | 'no'> {
  yes: DraftStep[];
  no: DraftStep[];
}

/** Edits a copy; what is shown stays as it was. */
function edited(steps: Steps, edit: (copy: DraftStep[]) => void): Steps {
  const copy = steps.map(copyOf);
  edit(copy);
  return copy;
}

function copyOf(step: DraftStep): MutableStep {
  return { ...step, yes: step.yes.map(copyOf), no: step.no.map(copyOf) };
}

/** Only ever called with a copy, whose lists can be changed. */
function listOf(step: DraftStep, side: Side): DraftStep[] {
  return (step as MutableStep)[side];
}

function find(list: DraftStep[], key: string, around: Found['around'] = null): Found | null {
  for (const [index, step] of list.entries()) {
    const found: Found = { list, index, around };
    if (step.key === key) return found;
    for (const side of ['yes', 'no'] as const) {
      const inner = find(listOf(step, side), key, { branch: step, side, found });
      if (inner) return inner;
    }
  }
  return null;
}

export function changeStep(steps: Steps, key: string, change: Partial<DraftStep>): Steps {
  return steps.map((step) =>
    step.key === key
      ? { ...step, ...change }
      : {
          ...step,
          yes: changeStep(step.yes, key, change),
          no: changeStep(step.no, key, change),
        },
  );
}

export function removeStep(steps: Steps, key: string): Steps {
  return edited(steps, (copy) => {
    const found = find(copy, key);
    found?.list.splice(found.index, 1);
  });
}

/** Where a new step goes: after another one, or at the end of a list. */
export type Target = { after: string } | { in: string; side: Side } | 'end';

export function addStep(steps: Steps, target: Target, step: DraftStep): Steps {
  return edited(steps, (copy) => {
    if (target === 'end') copy.push(step);
    else if ('after' in target) {
      const found = find(copy, target.after);
      found?.list.splice(found.index + 1, 0, step);
    } else {
      const found = find(copy, target.in);
      const branch = found?.list[found.index];
      if (branch) listOf(branch, target.side).push(step);
    }
  });
}

/**
 * One place up or down, as it looks: into a branch that is next to it, from one side of a branch to the other, and out
 * of it at its ends. So every place can be reached with two keys.
 */
export function moveStep(steps: Steps, key: string, by: 1 | -1): Steps {
  return edited(steps, (copy) => {
    const found = find(copy, key);
    const step = found?.list[found.index];
    if (!found || !step) return;
    const { list, index, around } = found;
    const neighbour = list[index + by];
    if (neighbour?.do === 'branch') {
      list.splice(index, 1);
      if (by === 1) listOf(neighbour, 'yes').unshift(step);
      else listOf(neighbour, 'no').push(step);
    } else if (neighbour) {
      list.splice(index, 1);
      list.splice(index + by, 0, step);
    } else if (around) {
      list.splice(index, 1);
      leave(around, step, by);
    }
  });
}

function leave(
  { branch, side, found }: NonNullable<Found['around']>,
  step: DraftStep,
  by: 1 | -1,
): void {
  if (side === 'yes' && by === 1) listOf(branch, 'no').unshift(step);
  else if (side === 'no' && by === -1) listOf(branch, 'yes').push(step);
  else found.list.splice(found.index + (by === 1 ? 1 : 0), 0, step);
}
