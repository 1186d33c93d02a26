import { sayDone } from './feedback.ts';

const WAIT_MS = 5_000;
const waiting = new Set<() => void>();

/**
 * For what cannot be undone, such as a text: the request waits 5 seconds, in which it can be. It is sent at once when
 * the page is closed.
 */
export function sendLater(message: string, send: () => void, onUndo: () => void = () => {}): void {
  const sendNow = () => {
    if (!waiting.delete(sendNow)) return;
    clearTimeout(timer);
    send();
  };
  const timer = setTimeout(sendNow, WAIT_MS);
  waiting.add(sendNow);
  sayDone(message, {
    undo: () => {
      if (!waiting.delete(sendNow)) return;
      clearTimeout(timer);
      onUndo();
    },
  });
}

/** Before the page goes, and before signing out. */
export function sendWaiting(): void {
  for (const send of [...waiting]) send();
}

addEventListener('pagehide', sendWaiting);
// A page that stays in memory for the way back is stopped before its last requests leave, so they leave earlier.
addEventListener('beforeunload', sendWaiting);
