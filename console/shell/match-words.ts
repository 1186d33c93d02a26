/** Whether every word that was typed begins a word of the title. */
export function matchesWords(title: string, typed: string): boolean {
  const words = simple(title).split(/\s+/);
  return simple(typed)
    .split(/\s+/)
    .filter((part) => part !== '')
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** Without accents and capitals. */
function simple(value: string): string {
  return value
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
