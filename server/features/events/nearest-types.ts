const MAX_NAMED = 3;

/** The kinds whose names are most alike, best first: what was meant is likely among them. */
export function nearestTypes(wanted: string, types: readonly string[]): string[] {
  const pairs = pairsOf(wanted);
  return types
    .map((type) => ({ type, likeness: likeness(pairs, pairsOf(type)) }))
    .sort((a, b) => b.likeness - a.likeness || (a.type < b.type ? -1 : 1))
    .slice(0, MAX_NAMED)
    .map(({ type }) => type);
}

/** Pairs of neighbouring letters survive typos, swapped words and missing endings (Dice’s coefficient). */
function likeness(a: Set<string>, b: Set<string>): number {
  return (2 * a.intersection(b).size) / (a.size + b.size);
}

function pairsOf(text: string): Set<string> {
  const framed = ` ${text.toLowerCase()} `;
  return new Set(Array.from(framed.slice(1), (letter, index) => framed[index] + letter));
}
