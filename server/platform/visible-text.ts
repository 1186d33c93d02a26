/**
 * Characters that change how the text around them looks and are not seen themselves: controls that reverse the direction
 * of text, and control characters. In a name, they can make a line say something else. Marks of direction and joiners
 * belong to many writing systems and stay.
 */
const MISLEADING = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** These are how a text is laid out. */
const LAYOUT = '\t\r\n';
/** In a line of the log, marks of direction can mislead too, and nothing is lost: JSON reads the escapes back. */
const MISLEADING_IN_LOG =
  /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The text with such characters written out, as in `Dana \u202Enosnhoj`. */
export function visibleText(text: string): string {
  return text.replaceAll(MISLEADING, (character) =>
    LAYOUT.includes(character) ? character : `\\u${hex(character).toUpperCase()}`,
  );
}

/** A line of JSON with such characters as JSON escapes. */
export function visibleJson(line: string): string {
  return line.replaceAll(MISLEADING_IN_LOG, (character) => `\\u${hex(character)}`);
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
