/** The previous values of the fields that changed: the `previous` of an event. */
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
