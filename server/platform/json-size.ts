/**
 * How deeply a text in JSON is nested, and about how many values it has: without parsing it, which would take long if they
 * are many. It counts to one more than `maxValues`. Long texts are skipped, so five megabytes of photos take no time.
 */
export function jsonSize(text: string, maxValues: number): { depth: number; values: number } {
  let depth = 0;
  let open = 0;
  let values = 1;
  for (let at = 0; at < text.length && values <= maxValues; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTATION_MARK:
        at = endOfText(text, at);
        break;
      case COMMA:
        values += 1;
        break;
      case BRACKET:
      case BRACE:
        open += 1;
        values += 1;
        depth = Math.max(depth, open);
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        open -= 1;
        break;
      default:
    }
  }
  return { depth, values };
}

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
