import { useSyncExternalStore } from 'react';
import type { Event } from '../../packages/sdk/src/index.ts';

/** Enough for a page of the log; older ones are read from the service. */
const MAX_EVENTS = 500;

let events: readonly Event[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Event[]): void {
  events = next;
  for (const listener of listeners) listener();
}

/** Of the stream, in order. */
export function rememberEvent(event: Event): void {
  change([...events.slice(1 - MAX_EVENTS), event]);
}

/** Of another user. */
export function forgetEvents(): void {
  change([]);
}

/** What has happened since the console was opened, oldest first. */
export function useRecentEvents(): readonly Event[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => events,
  );
}
