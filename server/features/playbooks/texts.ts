import type { Rendered, TextNames } from '../../platform/sandbox/jobs.ts';
import { sandbox } from '../../platform/sandbox/sandbox.ts';
import { CONDITION_VARIABLES, type ConditionVariables } from './conditions.ts';

/** Liquid texts: they can use the variables of conditions, the organization, and what messages are about. */

const ONLY_IN_TEXTS = ['organization', 'estimate', 'property', 'links'] as const;

export type TextVariables = ConditionVariables &
  Partial<Record<(typeof ONLY_IN_TEXTS)[number], unknown>>;

export type TextVariable = keyof TextVariables;

const TEXT_VARIABLES: ReadonlySet<unknown> = new Set([...CONDITION_VARIABLES, ...ONLY_IN_TEXTS]);

export function isTextVariable(name: unknown): name is TextVariable {
  return TEXT_VARIABLES.has(name);
}

/** The variables that a text uses and the unknown ones; or why the text is not valid Liquid. */
export type ReadText =
  | { names: [root: TextVariable, field?: string][]; unknown: string[] }
  | { unreadable: string };

export async function readTexts(
  organizationId: string,
  texts: readonly string[],
): Promise<ReadText[]> {
  return (await sandbox.readTexts(organizationId, texts)).map(sortNames);
}

function sortNames(read: TextNames): ReadText {
  if ('unreadable' in read) return read;
  const names: [root: TextVariable, field?: string][] = [];
  const unknown = new Set<string>();
  for (const segments of read.names) {
    const [root, field] = segments;
    if (!isTextVariable(root)) unknown.add(segments.flat(5).join('.'));
    else names.push(typeof field === 'string' ? [root, field] : [root]);
  }
  return { names, unknown: [...unknown] };
}

/**
 * The rendered texts, each or what is missing to render it; together they have one time limit. A resource that does
 * not exist is missing, such as the customer of a lead that was not converted. An empty field of an existing resource
 * is not.
 */
export function renderTexts(
  organizationId: string,
  texts: readonly string[],
  variables: TextVariables,
): Promise<Rendered[]> {
  const present = Object.entries(variables).filter(([, value]) => value != null);
  const entries = present.map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return sandbox.renderTexts(organizationId, texts, Object.fromEntries(entries));
}

export function hasLiquid(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}
