/** Patterns of event types: `lead.qualified` is one, `lead.*` all of leads, `*` all. */

export const EVERYTHING = '*';

export function matchesPattern(pattern: string, type: string): boolean {
  if (pattern === EVERYTHING || pattern === type) return true;
  return pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1));
}

export function matchesAny(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) => matchesPattern(pattern, type));
}
