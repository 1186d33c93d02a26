/** Deeper than anything that a condition would name. */
const DEEPEST_VALUE = 20;
const LONGEST_TEXT = 10_000;

/**
 * What somebody else's machine has answered, as the database can keep it: without NUL and broken Unicode, and
 * cut where it is absurdly deep or long.
 */
export function storable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value);
  if (value === null || typeof value !== 'object') return value;
  if (depth >= DEEPEST_VALUE) return null;
  if (Array.isArray(value)) return value.map((member) => storable(member, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      storableText(name),
      storable(member, depth + 1),
    ]),
  );
}

export function storableText(text: string): string {
  return text.slice(0, LONGEST_TEXT).replaceAll('\0', '').toWellFormed();
}

/** Counted without recursion, since it is asked of what anybody sends. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST_VALUE; depth += 1) {
    level = level.flatMap((one) =>
      one !== null && typeof one === 'object' ? Object.values(one) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
