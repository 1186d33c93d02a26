/** The first line of an error message: parsers add an excerpt of the text and a pointer into it. */
export function firstLine(error: unknown, maxLength = Infinity): string {
  const message = error instanceof Error ? error.message : String(error);
  const [first = ''] = message.split('\n', 1);
  return first.trim().slice(0, maxLength);
}
