/** Which kinds of events an endpoint wants: `lead.qualified` is one, `lead.*` all of leads, `*` all. */

export const EVERYTHING = '*';

/** Delivered as the example that it holds, under that one's kind; never as itself. */
const NEVER_DELIVERED = 'example.sent';

export function matchesPattern(pattern: string, type: string): boolean {
  if (pattern === EVERYTHING || pattern === type) return true;
  return pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1));
}

export function matchesAny(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) => matchesPattern(pattern, type));
}

/** The kinds, of these, that the pattern stands for. */
export function kindsMatching(pattern: string, kinds: readonly string[]): string[] {
  return kinds.filter((kind) => kind !== NEVER_DELIVERED && matchesPattern(pattern, kind));
}

/** Each once, in the order given. */
export function distinctPatterns(patterns: readonly string[]): string[] {
  return [...new Set(patterns)];
}
