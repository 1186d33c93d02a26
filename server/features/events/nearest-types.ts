const MAX_SUGGESTIONS = 3;

/** The event types with the most similar names, best first: the intended one is likely among them. */
export function nearestTypes(wanted: string, types: readonly string[]): string[] {
  const pairs = pairsOf(wanted);
  return types
    .map((type) => ({ type, similarity: similarity(pairs, pairsOf(type)) }))
    .sort((a, b) => b.similarity - a.similarity || (a.type < b.type ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ type }) => type);
}

/** Pairs of adjacent letters are robust against typos, swapped words and missing endings (Dice’s coefficient). */
function similarity(a: Set<string>, b: Set<string>): number {
  return (2 * a.intersection(b).size) / (a.size + b.size);
}

function pairsOf(text: string): Set<string> {
  const framed = ` ${text.toLowerCase()} `;
  return new Set(Array.from(framed.slice(1), (letter, index) => framed[index] + letter));
}
