import { useSyncExternalStore } from 'react';

let ahead_ms = 0;

/** The clock of this computer may be wrong; the service says its time with every response. */
export function learnTime(response: Response): void {
  const said = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(said)) return;
  const difference = said - Date.now();
  // The header has no milliseconds.
  ahead_ms = Math.abs(difference) < 2_000 ? 0 : difference;
}

export function now(): number {
  return Date.now() + ahead_ms;
}

const listeners = new Set<() => void>();
let second = 0;
let timer: ReturnType<typeof setInterval> | null = null;

/** The time, once per second, with one timer for the whole page. */
export function useNow(): number {
  useSyncExternalStore(subscribe, () => second);
  return now();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    second += 1;
    for (const one of listeners) one();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}
