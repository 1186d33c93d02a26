import { useSyncExternalStore } from 'react';
import type { Me } from '../../packages/sdk/src/index.ts';
import { ConnectionError } from '../../packages/sdk/src/problem.ts';
import { reasonOf } from '../feedback/act.ts';
import { inSession } from '../session/in-session.ts';
import { isSignedIn } from '../session/session.ts';
import { fieldText } from '../text/field.ts';
import { now } from '../time/clock.ts';
import { newKey } from './new-key.ts';
import { Outbox } from './outbox.ts';
import { outboxStorage } from './outbox-storage.ts';
import { sendWork } from './send-work.ts';

const AGAIN_MS = 30_000;
const made = new Map<string, Outbox>();
const reads = new Set<() => Promise<void>>();

/** How a page reads what the service has made of a change. Returns how to stop. */
export function readAfterSending(read: () => Promise<void>): () => void {
  reads.add(read);
  return () => {
    reads.delete(read);
  };
}

/** The changes of this user that wait. They are sent when there is signal, when the page returns, and every 30 seconds. */
export function outboxOf(me: Me): Outbox {
  const owner = `${me.organization.organization_id} ${me.user?.user_id ?? me.token_id}`;
  const known = made.get(owner);
  if (known) return known;
  const outbox = new Outbox({
    storage: outboxStorage(owner),
    async send(entry) {
      // The next person at this browser does not send it: it waits until its author has signed in again.
      if (!isSignedIn(me)) throw new ConnectionError('Another person is signed in.');
      await inSession(() => sendWork(entry));
      // Until the page has been read again, the change is shown by its entry.
      await Promise.allSettled([...reads].map((read) => read()));
    },
    now,
    newKey,
    explain: reasonOf,
    tooOld: fieldText.outbox.tooOld,
  });
  made.set(owner, outbox);
  const flush = () => void outbox.flush();
  void outbox.load().then(flush);
  addEventListener('online', flush);
  addEventListener('visibilitychange', () => document.visibilityState === 'visible' && flush());
  setInterval(() => outbox.entries.length > 0 && flush(), AGAIN_MS);
  return outbox;
}

export function useEntries(outbox: Outbox) {
  return useSyncExternalStore(
    (listener) => outbox.subscribe(listener),
    () => outbox.entries,
  );
}
