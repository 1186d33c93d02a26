/** The members of `after` that differ, with the values they had: an event's `previous`. */
export function changedFields<Resource extends object>(
  before: Resource,
  after: Resource,
): Partial<Resource> {
  const names = Object.keys(after) as (keyof Resource)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, before[name]]),
  ) as Partial<Resource>;
}
