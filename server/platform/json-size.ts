/**
 * How deeply a text in JSON is nested, and how many values it has: without parsing it, which would take long if they are
 * many. It counts to one more than `maxValues`. Long texts are skipped, so five megabytes of photos take no time.
 */
export function jsonSize(text: string, maxValues: number): { depth: number; values: number } {
  let depth = 0;
  let open = 0;
  let values = 1;
  /** The next character, if it does not end what was opened before it, begins the first value in that. */
  let isFirst = false;
  for (let at = 0; at < text.length && values <= maxValues; at += 1) {
    const character = text.charCodeAt(at);
    if (character <= SPACE) continue;
    const isEnd = character === CLOSING_BRACKET || character === CLOSING_BRACE;
    if (character === COMMA || (isFirst && !isEnd)) values += 1;
    const isStart = character === BRACKET || character === BRACE;
    isFirst = isStart;
    if (isStart) open += 1;
    if (isEnd) open -= 1;
    depth = Math.max(depth, open);
    if (character === QUOTATION_MARK) at = endOfText(text, at);
  }
  return { depth, values };
}

const SPACE = 0x20;
const QUOTATION_MARK = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Where the text ends that begins here. A quotation mark after an odd number of backslashes is part of it. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let first = end;
    while (text[first - 1] === '\\') first -= 1;
    if ((end - first) % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}
