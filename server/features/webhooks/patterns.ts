import { matchesPattern } from '../../platform/events/patterns.ts';

/** Delivered as the example event that it contains, with the type of that event; never as itself. */
const NEVER_DELIVERED = 'example.sent';

/** The given event types that match the pattern. */
export function matchingEventTypes(pattern: string, types: readonly string[]): string[] {
  return types.filter((type) => type !== NEVER_DELIVERED && matchesPattern(pattern, type));
}

/** Without duplicates, in the given order. */
export function distinctPatterns(patterns: readonly string[]): string[] {
  return [...new Set(patterns)];
}
