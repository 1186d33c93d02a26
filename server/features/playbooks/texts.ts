import { readLiquid, renderLiquid } from '../../domain/liquid.ts';
import { CONDITION_VARIABLES, type ConditionVariables } from './conditions.ts';

/** Texts in Liquid: they see what conditions see, and the organization. */

export type TextVariables = ConditionVariables & { organization?: unknown };

const TEXT_VARIABLES: ReadonlySet<unknown> = new Set([...CONDITION_VARIABLES, 'organization']);

/** The names that a text uses, and those that there are not; or why it cannot be read. */
export function readText(
  text: string,
): { names: [root: string, field?: string][]; unknown: string[] } | { unreadable: string } {
  const read = readLiquid(text);
  if ('unreadable' in read) return read;
  const isKnown = ([root]: unknown[]) => TEXT_VARIABLES.has(root);
  return {
    names: read.names
      .filter(isKnown)
      .map(([root, field]) => (typeof field === 'string' ? [String(root), field] : [String(root)])),
    unknown: [...new Set(read.names.filter((name) => !isKnown(name)).map(spelled))],
  };
}

function spelled(segments: unknown[]): string {
  return segments.flat(5).join('.');
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
