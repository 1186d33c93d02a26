/** The previous values of the fields that changed: the `previous` of an event. */
export function changedFields<Resource extends object>(
  before: Resource,
  after: Resource,
): Partial<Resource> {
  const changed: Partial<Resource> = {};
  for (const name in after) {
    if (isDifferent(before[name], after[name])) changed[name] = before[name];
  }
  return changed;
}

/** Most values are the same, and most are no objects: as JSON, comparing two leads takes 30 µs instead of 2. */
function isDifferent(before: unknown, after: unknown): boolean {
  if (before === after) return false;
  return JSON.stringify(before) !== JSON.stringify(after);
}
