import { readCondition } from '../conditions.ts';
import type { Step } from '../steps/index.ts';
import { isTextVariable, readText, type TextVariable } from '../texts.ts';

/** The variables that the condition and texts of each step use, computed once per version. */
const cache = new WeakMap<Step, StepVariables>();

interface StepVariables {
  condition: Set<TextVariable>;
  texts: Set<TextVariable>;
}

export function variablesOf(step: Step): StepVariables {
  const cached = cache.get(step);
  if (cached) return cached;
  const texts = new Set<TextVariable>();
  if ('with' in step) addTexts(step.with, texts);
  const variables = { condition: variablesOfCondition(step.when), texts };
  cache.set(step, variables);
  return variables;
}

export function variablesOfCondition(condition: string | undefined): Set<TextVariable> {
  const read = condition === undefined ? null : readCondition(condition);
  const names = read && 'names' in read ? read.names : [];
  return new Set(names.map(([root]) => root).filter(isTextVariable));
}

function addTexts(value: unknown, variables: Set<TextVariable>): void {
  if (typeof value === 'string') {
    const read = readText(value);
    if ('names' in read) for (const [root] of read.names) variables.add(root);
  } else if (value !== null && typeof value === 'object') {
    for (const member of Object.values(value)) addTexts(member, variables);
  }
}
