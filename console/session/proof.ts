import { useSyncExternalStore } from 'react';

/** Requests that wait for the password, all answered by one dialog. */
let waiting: ((isProven: boolean) => void)[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Asks for the password over the page. Resolves with false if the user does not enter it. */
export function proveAgain(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  waiting = [...waiting, resolve];
  tell();
  return promise;
}

export function endProof(isProven: boolean): void {
  const answered = waiting;
  waiting = [];
  for (const resolve of answered) resolve(isProven);
  tell();
}

export function useIsProofAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting.length > 0,
  );
}
