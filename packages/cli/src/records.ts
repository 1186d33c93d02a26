import { createReadStream } from 'node:fs';

/** A record that is longer than this is not one: its quote was never closed. */
const MAX_RECORD = 262_144;

/** The records of a file that begin on these lines (the first is 1), as they are written there. */
export async function recordsAt(
  path: string,
  wanted: ReadonlySet<number>,
): Promise<Map<number, string>> {
  const records = new Map<number, string>();
  const isCsv = !/\.(ndjson|jsonl)$/i.test(path);
  let number = 0;
  let open: { line: number; text: string } | null = null;
  for await (const line of linesOf(path)) {
    number += 1;
    if (open) {
      open.text += `\n${line}`;
      records.set(open.line, open.text);
      if (isClosed(open.text)) open = null;
      else if (open.text.length > MAX_RECORD) {
        records.set(open.line, open.text.split('\n', 1)[0] ?? '');
        open = null;
      }
    } else if (wanted.has(number)) {
      records.set(number, line);
      if (isCsv && !isClosed(line)) open = { line: number, text: line };
    }
  }
  return records;
}

/** Not readline: it also ends a line at U+2028, which is part of a text here. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}

/** Quotes come in pairs, also those that stand for a quote. */
function isClosed(text: string): boolean {
  return text.split('"').length % 2 === 1;
}
