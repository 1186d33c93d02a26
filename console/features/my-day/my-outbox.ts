import { useSyncExternalStore } from 'react';
import type { Me } from '../../../packages/sdk/src/index.ts';
import { reasonOf } from '../../feedback/act.ts';
import { Outbox } from '../../offline/outbox.ts';
import { outboxStorage } from '../../offline/outbox-storage.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { newKey } from './new-key.ts';
import { sendWork } from './work.ts';

const AGAIN_MS = 30_000;
const made = new Map<string, Outbox>();
let readAgain: () => Promise<void> = async () => {};

/** How the page reads what the service has made of a change. */
export function setReadAgain(read: () => Promise<void>): void {
  readAgain = read;
}

/** The changes of this user that wait. They are sent when there is signal, when the page returns, and every 30 seconds. */
export function outboxOf(me: Me): Outbox {
  const owner = `${me.organization.organization_id} ${me.user?.user_id ?? me.token_id}`;
  const known = made.get(owner);
  if (known) return known;
  const outbox = new Outbox({
    storage: outboxStorage(owner),
    async send(entry) {
      await sendWork(entry);
      // Until the day has been read again, the change is shown by its entry.
      await readAgain().catch(() => {});
    },
    now,
    newKey,
    explain: reasonOf,
    tooOld: text.myDay.tooOld,
  });
  made.set(owner, outbox);
  const flush = () => void outbox.flush();
  void outbox.load().then(flush);
  addEventListener('online', flush);
  addEventListener('visibilitychange', () => document.visibilityState === 'visible' && flush());
  setInterval(() => outbox.entries.length > 0 && flush(), AGAIN_MS);
  // A browser may delete what a page has stored, unless it was asked to keep it.
  void navigator.storage?.persist?.();
  return outbox;
}

export function useEntries(outbox: Outbox) {
  return useSyncExternalStore(
    (listener) => outbox.subscribe(listener),
    () => outbox.entries,
  );
}
