import { matchesPattern } from '../../platform/events/patterns.ts';

/** Delivered as the example that it holds, under that one's kind; never as itself. */
const NEVER_DELIVERED = 'example.sent';

/** The kinds, of these, that the pattern stands for. */
export function kindsMatching(pattern: string, kinds: readonly string[]): string[] {
  return kinds.filter((kind) => kind !== NEVER_DELIVERED && matchesPattern(pattern, kind));
}

/** Each once, in the order given. */
export function distinctPatterns(patterns: readonly string[]): string[] {
  return [...new Set(patterns)];
}
