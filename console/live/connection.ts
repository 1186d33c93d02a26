import { useSyncExternalStore } from 'react';

export type Connection = { is: 'connecting' } | { is: 'live' } | { is: 'lost'; since: Date };

let connection: Connection = { is: 'connecting' };
const listeners = new Set<() => void>();

/** Since when it is lost stays, however often it is tried. */
export function setConnection(next: Connection): void {
  if (next.is === connection.is) return;
  connection = next;
  for (const listener of listeners) listener();
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => connection,
  );
}
