import assert from 'node:assert/strict';

/** The first of a list that must not be empty. */
export function firstOf<T>(list: readonly T[]): T {
  const [first] = list;
  assert(first !== undefined, 'the list is empty');
  return first;
}
