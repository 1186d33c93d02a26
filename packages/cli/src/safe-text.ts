/**
 * Characters that could control the terminal, reverse the text around them, or end a line for some programs. Names and
 * notes come from anyone who fills in a form.
 */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu;
/** JSON has escaped the rest already; its own line breaks stay. */
const UNSAFE_IN_JSON = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu;

/** For a terminal: such characters are written out. */
export function safeText(text: string): string {
  return text.replaceAll(UNSAFE, (one) =>
    one === '\n' ? '\\n' : one === '\t' ? ' ' : escaped(one),
  );
}

/** JSON with such characters escaped: the same value, and always one line per item. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(UNSAFE_IN_JSON, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const ZERO_WIDTH = /\p{Mark}|\u200d|\ufe0f/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
let segmenter: Intl.Segmenter | undefined;

/** Created when it is needed: that takes longer than most commands. */
function graphemes(text: string): Iterable<{ segment: string }> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** How many columns a terminal needs for the text. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes(text)) width += widthOfGrapheme(segment);
  return width;
}

function widthOfGrapheme(segment: string): number {
  if (WIDE.test(segment) || segment.includes('\ufe0f')) return 2;
  return [...segment].every((one) => ZERO_WIDTH.test(one)) ? 0 : 1;
}

/** Filled with spaces, or cut with an ellipsis. */
export function padded(text: string, width: number): string {
  const missing = width - widthOf(text);
  if (missing >= 0) return text + ' '.repeat(missing);
  let result = '';
  let used = 0;
  for (const { segment } of graphemes(text)) {
    const next = widthOfGrapheme(segment);
    if (used + next > width - 1) break;
    result += segment;
    used += next;
  }
  return `${result}…${' '.repeat(width - 1 - used)}`;
}
