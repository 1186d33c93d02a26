export const KINDS = ['condition', 'order', 'event', 'value'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * One change of the product. It is found again by the text of its lines and by how often this text occurs before it in
 * the file, so that the same list works in another checkout, where the line numbers differ.
 */
export interface Place {
  path: string;
  kind: Kind;
  before: string[];
  /** Empty if the lines are removed. */
  after: string[];
  /** From 1. */
  occurrence: number;
}

/** A part of a text, replaced. */
export interface Edit {
  kind: Kind;
  start: number;
  end: number;
  text: string;
}

/** The number of its first line, or null if the place is gone. */
export function lineOf(text: string, { before, occurrence }: Place): number | null {
  const index = indexesOf(text.split('\n'), before)[occurrence - 1];
  return index === undefined ? null : index + 1;
}

/** The text with the change, or null if the place is gone. */
export function applyTo(text: string, place: Place): string | null {
  const line = lineOf(text, place);
  if (line === null) return null;
  return text
    .split('\n')
    .toSpliced(line - 1, place.before.length, ...place.after)
    .join('\n');
}

export function indexesOf(lines: readonly string[], block: readonly string[]): number[] {
  return lines
    .keys()
    .filter((at) => block.every((line, i) => lines[at + i] === line))
    .toArray();
}
