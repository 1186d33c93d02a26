import { readLiquid, renderLiquid } from '../../domain/liquid.ts';
import { CONDITION_VARIABLES, type ConditionVariables } from './conditions.ts';

/** Texts in Liquid: they see what conditions see, and the organization. */

export type TextVariables = ConditionVariables & { organization?: unknown };

export type TextVariable = keyof TextVariables;

const TEXT_VARIABLES: ReadonlySet<unknown> = new Set([...CONDITION_VARIABLES, 'organization']);

export function isTextVariable(name: unknown): name is TextVariable {
  return TEXT_VARIABLES.has(name);
}

/** The names that a text uses, and those that there are not; or why it cannot be read. */
export function readText(
  text: string,
): { names: [root: TextVariable, field?: string][]; unknown: string[] } | { unreadable: string } {
  const read = readLiquid(text);
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
 * The text, or what is missing to make it. A thing that is not there at all, such as the customer of a lead
 * that has not become one, is missing; an empty field of one that is there is not.
 */
export function renderText(
  text: string,
  variables: TextVariables,
): { text: string } | { failure: string } {
  const present = Object.entries(variables).filter(([, value]) => value != null);
  const written = present.map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return renderLiquid(text, Object.fromEntries(written));
}

export function hasLiquid(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}
