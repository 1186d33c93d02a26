import { isObject } from '../server/platform/is-object.ts';
import { call, type Event, isEvent } from './api.ts';
import { eventLine, print } from './output.ts';
import { type Arguments, readAfter, readTypes } from './settings.ts';

const PAGE = 200;

/** Prints the log to its end, page by page. */
export async function listEvents(given: Arguments): Promise<void> {
  const isWanted = readTypes(given);
  let after = readAfter(given) ?? 0;
  for (;;) {
    const path = `/v1/events?limit=${PAGE}&after=${after}`;
    const page = await call(given, isPage, 'GET', path);
    for (const event of page.data) {
      after = event.seq;
      if (isWanted(event.type)) print(given.json, event, eventLine(event));
    }
    if (!page.has_more) return;
  }
}

function isPage(value: unknown): value is { data: Event[]; has_more: boolean } {
  return (
    isObject(value) &&
    Array.isArray(value.data) &&
    value.data.every(isEvent) &&
    typeof value.has_more === 'boolean'
  );
}
