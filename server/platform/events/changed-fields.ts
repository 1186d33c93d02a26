/** The members of `after` that differ, with the values they had: an event's `previous`. */
export function changedFields<Resource extends object>(
  before: Resource,
  after: Resource,
): Partial<Resource> {
  const changed: Partial<Resource> = {};
  for (const name in after) {
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) changed[name] = before[name];
  }
  return changed;
}
