import { BoundedCache } from '../../../platform/bounded-cache.ts';
import { readConditions } from '../conditions.ts';
import type { Step } from '../steps/index.ts';
import { hasLiquid, isTextVariable, readTexts, type TextVariable } from '../texts.ts';

/** The variables that the condition and texts of each step use, computed once per version. */
const cache = new WeakMap<Step, StepVariables>();
/** Every event of an organization is compared with the same conditions. */
const byCondition = new BoundedCache<string, UsedVariables>(2_000);

/** The variables, each with the fields that are used; null if all of them are, or if which ones depends on data. */
export type UsedVariables = ReadonlyMap<TextVariable, ReadonlySet<string> | null>;

interface StepVariables {
  condition: UsedVariables;
  texts: UsedVariables;
}

export async function variablesOf(organizationId: string, step: Step): Promise<StepVariables> {
  const cached = cache.get(step);
  if (cached) return cached;
  const texts: string[] = [];
  if ('with' in step) addTexts(step.with, texts);
  const [condition, read] = await Promise.all([
    variablesOfCondition(organizationId, step.when),
    readTexts(organizationId, texts),
  ]);
  const names = read.flatMap((text) => ('names' in text ? text.names : []));
  const variables = { condition, texts: usedAmong(names) };
  // A text that could not be read may be readable the next time.
  if (read.every((text) => 'names' in text)) cache.set(step, variables);
  return variables;
}

/** Null if they were not computed yet. */
export function knownVariablesOf(step: Step): StepVariables | null {
  return cache.get(step) ?? null;
}

export async function variablesOfCondition(
  organizationId: string,
  condition: string | undefined,
): Promise<UsedVariables> {
  if (condition === undefined) return new Map();
  const cached = byCondition.get(condition);
  if (cached) return cached;
  const [read] = await readConditions(organizationId, [condition]);
  if (!read || 'unreadable' in read) return new Map();
  const variables = usedAmong(read.names);
  byCondition.set(condition, variables);
  return variables;
}

function usedAmong(names: readonly (readonly [root: string, field?: string])[]): UsedVariables {
  const used = new Map<TextVariable, Set<string> | null>();
  for (const [root, field] of names) {
    if (!isTextVariable(root)) continue;
    const fields = used.get(root);
    if (field === undefined || fields === null) used.set(root, null);
    else used.set(root, (fields ?? new Set()).add(field));
  }
  return used;
}

function addTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') {
    if (hasLiquid(value)) texts.push(value);
  } else if (value !== null && typeof value === 'object') {
    for (const member of Object.values(value)) addTexts(member, texts);
  }
}
