import { call, type Event } from './api.ts';
import { eventLine, print } from './output.ts';
import { type Arguments, readAfter, readTypes } from './settings.ts';

const PAGE = 200;

/** The log to its end, page by page. */
export async function listEvents(given: Arguments): Promise<void> {
  const wants = readTypes(given);
  let after = readAfter(given) ?? 0;
  for (;;) {
    const path = `/v1/events?limit=${PAGE}&after=${after}`;
    const page = await call<{ data: Event[]; has_more: boolean }>(given, 'GET', path);
    for (const event of page.data) {
      after = event.seq;
      if (wants(event.type)) print(given.json, event, eventLine(event));
    }
    if (!page.has_more) return;
  }
}
