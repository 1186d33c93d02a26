import { readCondition } from '../conditions.ts';
import type { Step } from '../steps/index.ts';
import { isTextVariable, readText, type TextVariable } from '../texts.ts';

/** What the conditions and texts of each step name, worked out once for each version. */
const known = new WeakMap<Step, StepRoots>();

interface StepRoots {
  condition: Set<TextVariable>;
  texts: Set<TextVariable>;
}

export function rootsOf(step: Step): StepRoots {
  const before = known.get(step);
  if (before) return before;
  const texts = new Set<TextVariable>();
  if ('with' in step) addTexts(step.with, texts);
  const roots = { condition: rootsOfCondition(step.when), texts };
  known.set(step, roots);
  return roots;
}

export function rootsOfCondition(condition: string | undefined): Set<TextVariable> {
  const read = condition === undefined ? null : readCondition(condition);
  const names = read && 'names' in read ? read.names : [];
  return new Set(names.map(([root]) => root).filter(isTextVariable));
}

function addTexts(value: unknown, roots: Set<TextVariable>): void {
  if (typeof value === 'string') {
    const read = readText(value);
    if ('names' in read) for (const [root] of read.names) roots.add(root);
  } else if (value !== null && typeof value === 'object') {
    for (const member of Object.values(value)) addTexts(member, roots);
  }
}
