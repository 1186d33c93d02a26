import { readCondition } from '../conditions.ts';
import type { Step } from '../definition.ts';
import { readText } from '../texts.ts';

/** What the conditions and texts of each step name, worked out once for each version. */
const known = new WeakMap<Step, { condition: Set<string>; texts: Set<string> }>();

export function rootsOf(step: Step): { condition: Set<string>; texts: Set<string> } {
  const before = known.get(step);
  if (before) return before;
  const texts = new Set<string>();
  if (step.do !== 'branch' && step.do !== 'wait') addTexts(step.with, texts);
  if (step.do === 'wait' && 'until' in step.with) addTexts(step.with.until, texts);
  const roots = { condition: rootsOfCondition(step.when), texts };
  known.set(step, roots);
  return roots;
}

export function rootsOfCondition(condition: string | undefined): Set<string> {
  const read = condition === undefined ? null : readCondition(condition);
  return new Set(read && 'names' in read ? read.names.map(([root]) => root) : []);
}

function addTexts(value: unknown, roots: Set<string>): void {
  if (typeof value === 'string') {
    const read = readText(value);
    if ('names' in read) for (const [root] of read.names) roots.add(root);
  } else if (value !== null && typeof value === 'object') {
    for (const member of Object.values(value)) addTexts(member, roots);
  }
}
