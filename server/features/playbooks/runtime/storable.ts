/** Deeper than any path that a condition would use. */
const MAX_DEPTH = 20;
const MAX_TEXT_LENGTH = 10_000;

/** Makes a response body storable: removes NUL and invalid Unicode, and cuts extreme depth and length. */
export function storable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value);
  if (value === null || typeof value !== 'object') return value;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((member) => storable(member, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      storableText(name),
      storable(member, depth + 1),
    ]),
  );
}

export function storableText(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH).replaceAll('\0', '').toWellFormed();
}

/** Without recursion, because callers control the depth of the input. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    level = level.flatMap((one) =>
      one !== null && typeof one === 'object' ? Object.values(one) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
