import { type Given, listOf, textOf } from './arguments.ts';
import { calledWrongly } from './errors.ts';

/** --after: a seq of the event log. */
export function readAfter(given: Given): number | undefined {
  const text = textOf(given, 'after');
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw calledWrongly(`--after must be a seq, such as 42, not "${text}".`);
}

/** --types: event types and patterns; none for all. */
export function readTypes(given: Given): string[] {
  const patterns = listOf(given, 'types') ?? [];
  for (const pattern of patterns) {
    if (/^(\*|[a-z_]+\.(\*|[a-z_]+))$/.test(pattern)) continue;
    throw calledWrongly(
      `--types must be event types such as lead.qualified, lead.* or *, not "${pattern}".`,
    );
  }
  return patterns.includes('*') ? [] : patterns;
}

export function matches(type: string, patterns: readonly string[]): boolean {
  if (patterns.length === 0) return true;
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}
