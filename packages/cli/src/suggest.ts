/** The names that are most like a wrong one, best first. */
export function similar(wrong: string, names: Iterable<string>, max = 3): string[] {
  const limit = Math.max(2, Math.floor(wrong.length / 3));
  return [...new Set(names)]
    .map((name) => ({ name, distance: name.startsWith(wrong) ? 1 : distance(wrong, name) }))
    .filter((one) => one.distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, max)
    .map(({ name }) => name);
}

export function didYouMean(wrong: string, names: Iterable<string>): string {
  const found = similar(wrong, names);
  return found.length === 0 ? '' : ` Did you mean ${found.join(' or ')}?`;
}

/** How many letters must be changed, added, removed or swapped with the next. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(
        Math.min(
          at(row, j) + 1,
          at(next, j - 1) + 1,
          at(row, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = row;
    row = next;
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
