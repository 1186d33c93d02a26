import { useRouterState } from '@tanstack/react-router';
import type { Me } from '../../packages/sdk/src/index.ts';
import { useConnection } from '../live/connection.ts';
import type { OutboxEntry } from '../offline/outbox.ts';
import { SentState } from '../offline/sent-state.tsx';
import { outboxOf, useEntries } from '../offline/work-outbox.ts';
import * as text from '../text/en.ts';
import styles from './connection-notice.module.css';

/** Work that was done without signal is sent from every screen. Says what waits, and what a person must decide on. */
export function WaitingChanges({ me }: { me: Me }) {
  const outbox = outboxOf(me);
  const entries = useEntries(outbox);
  const connection = useConnection();
  const page = useRouterState({ select: ({ location }) => location.pathname });
  const refused = entries.some(({ refusal }) => refusal !== null);
  if (refused && !isShownOn(page, entries)) {
    return (
      <div className={styles.notice}>
        <SentState outbox={outbox} entries={entries} words={text.outbox} />
      </div>
    );
  }
  if (connection.is !== 'lost' || entries.length === 0) return null;
  return (
    <div role="status" className={styles.notice}>
      {text.changesWait(entries.length)}
    </div>
  );
}

/** My day shows everything that waits, and a job what waits for it. */
function isShownOn(page: string, entries: readonly OutboxEntry[]): boolean {
  if (page === '/my-day') return true;
  const refused = entries.filter(({ refusal }) => refusal !== null);
  return refused.every(({ target }) => page === `/jobs/${target}`);
}
