import assert from 'node:assert/strict';

/** The first element of a list that must not be empty. */
export function firstOf<T>(list: readonly T[]): T {
  return atPlace(list, 0);
}

export function lastOf<T>(list: readonly T[]): T {
  return atPlace(list, -1);
}

function atPlace<T>(list: readonly T[], place: number): T {
  const one = list.at(place);
  assert(one !== undefined, 'the list is empty');
  return one;
}
