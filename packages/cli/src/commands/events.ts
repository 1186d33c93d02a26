import type { Event } from '../../../sdk/src/generated/types.ts';
import { type Given, textOf } from '../arguments.ts';
import { withClient } from '../context.ts';
import { calledWrongly } from '../errors.ts';
import { matches, readAfter, readTypes } from '../event-types.ts';
import { eventLine, type Output, printObject, write } from '../output.ts';

const PAGE = 200;

/** Prints the log to its end, page by page. */
export function run(given: Given): Promise<void> {
  const types = readTypes(given);
  const after = readAfter(given) ?? 0;
  const limit = readLimit(given);
  return withClient(given, async ({ client, output }) => {
    let left = limit;
    for await (const event of client.list<Event>('/v1/events', { after, limit: PAGE })) {
      if (left <= 0) return;
      if (!matches(event.type, types)) continue;
      left -= 1;
      await printEvent(event, output);
    }
  });
}

function readLimit(given: Given): number {
  const text = textOf(given, 'limit') ?? String(Number.MAX_SAFE_INTEGER);
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw calledWrongly(`--limit must be a number from 1, not "${text}".`);
}

/** A log has no end, so it is never one JSON document: one line per event. */
export async function printEvent(event: Event, output: Output): Promise<void> {
  if (output.format === 'table' && output.fields.length === 0) await write(`${eventLine(event)}\n`);
  else await printObject(event, { ...output, format: 'ndjson' });
}
