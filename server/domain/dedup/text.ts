/** Shared by names, email addresses and street addresses: folding, splitting, typos. */

const NOT_ASCII = /[^\0-\x7f]/;
const MARKS = /\p{M}+/gu;
const APART = /[^\p{L}\p{N}]+/u;

/** Letters that Unicode does not decompose into a base letter and a mark. */
const FOLDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const FOLDABLE = /[ßæœøłđðþı]/g;

/**
 * Lower case without accents, so that José and JOSE are equal. The text is truncated first, so that the work is
 * limited for any input.
 */
export function fold(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? text.slice(0, maxLength) : text;
  if (!NOT_ASCII.test(cut)) return cut.toLowerCase();
  return cut
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .normalize('NFKC')
    .replace(FOLDABLE, (letter) => FOLDED[letter] ?? letter);
}

/** The sequences of letters and digits: at most `max`, each with at most 32 characters. */
export function words(folded: string, max: number): string[] {
  const found: string[] = [];
  for (const word of folded.split(APART)) {
    if (word === '') continue;
    if (found.length === max) break;
    found.push(word.length > 32 ? word.slice(0, 32) : word);
  }
  return found;
}

/**
 * The number of typos between two words: a wrong, missing or extra character, or two adjacent ones swapped.
 * Anything above the limit is returned as limit + 1. Most pairs are decided early: by their lengths, or after the
 * common start and end are removed.
 */
export function typos(a: string, b: string, limit: number): number {
  if (a === b) return 0;
  const tooMany = limit + 1;
  if (Math.abs(a.length - b.length) > limit) return tooMany;
  let start = 0;
  let aEnd = a.length;
  let bEnd = b.length;
  while (start < aEnd && start < bEnd && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  while (aEnd > start && bEnd > start && a.charCodeAt(aEnd - 1) === b.charCodeAt(bEnd - 1)) {
    aEnd -= 1;
    bEnd -= 1;
  }
  const rows = aEnd - start;
  const columns = bEnd - start;
  if (rows === 0 || columns === 0) return Math.min(tooMany, rows + columns);
  if (rows === 1 && columns === 1) return Math.min(tooMany, 1);
  if (limit === 1) return isSwap(a, b, start, rows, columns) ? 1 : tooMany;

  let beforeLast: number[] = [];
  let last = Array.from({ length: columns + 1 }, (_, column) => column);
  for (let row = 1; row <= rows; row += 1) {
    const current = [row];
    let lowest = row;
    let left = row;
    let diagonal = row - 1;
    const letter = a.charCodeAt(start + row - 1);
    for (let column = 1; column <= columns; column += 1) {
      const other = b.charCodeAt(start + column - 1);
      const above = last[column] ?? tooMany;
      let cost = Math.min(above + 1, left + 1, diagonal + (letter === other ? 0 : 1));
      if (
        row > 1 &&
        column > 1 &&
        letter === b.charCodeAt(start + column - 2) &&
        a.charCodeAt(start + row - 2) === other
      ) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? tooMany) + 1);
      }
      current.push(cost);
      left = cost;
      diagonal = above;
      if (cost < lowest) lowest = cost;
    }
    if (lowest > limit) return tooMany;
    beforeLast = last;
    last = current;
  }
  return Math.min(tooMany, last[columns] ?? tooMany);
}

function isSwap(a: string, b: string, start: number, rows: number, columns: number): boolean {
  return rows === 2 && columns === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}
