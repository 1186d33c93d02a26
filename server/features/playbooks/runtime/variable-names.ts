import { BoundedCache } from '../../../platform/bounded-cache.ts';
import { readConditions } from '../conditions.ts';
import type { Step } from '../steps/index.ts';
import { hasLiquid, isTextVariable, readTexts, type TextVariable } from '../texts.ts';

/** The variables that the condition and texts of each step use, computed once per version. */
const cache = new WeakMap<Step, StepVariables>();
/** Every event of an organization is compared with the same conditions. */
const byCondition = new BoundedCache<string, ReadonlySet<TextVariable>>(2_000);

interface StepVariables {
  condition: ReadonlySet<TextVariable>;
  texts: ReadonlySet<TextVariable>;
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
  const variables = { condition, texts: new Set(names.map(([root]) => root)) };
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
): Promise<ReadonlySet<TextVariable>> {
  if (condition === undefined) return new Set();
  const cached = byCondition.get(condition);
  if (cached) return cached;
  const [read] = await readConditions(organizationId, [condition]);
  if (!read || 'unreadable' in read) return new Set();
  const variables = new Set(read.names.map(([root]) => root).filter(isTextVariable));
  byCondition.set(condition, variables);
  return variables;
}

function addTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') {
    if (hasLiquid(value)) texts.push(value);
  } else if (value !== null && typeof value === 'object') {
    for (const member of Object.values(value)) addTexts(member, texts);
  }
}
