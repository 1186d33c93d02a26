import { useState } from 'react';
import type { WebhookEndpoint, WebhookReplay } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { mayI, useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { usePages } from '../../store/use-pages.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import styles from './developers.module.css';
import { ReplayDialog } from './replay-dialog.tsx';
import { usePolling } from './use-endpoint.ts';

const developers = text.developers;

/** What was sent again on request, with its progress. */
export function Replays({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { webhook_endpoint_id: id, deleted_at } = endpoint;
  const me = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const list = usePages(`replays ${id}`, {
    list: (signal) => api.webhookEndpoints.replays.list(id, { limit: 10 }, { signal }),
    keyOf: ({ replay_id }) => replay_id,
    isAffectedBy: (event) => kindOf(event) === 'webhook_endpoint',
  });
  usePolling(list.value?.items.some(isActive) ?? false, list.query);
  const canWrite = mayI(me, 'webhooks:write') && deleted_at === null;
  const cancel = async ({ replay_id }: WebhookReplay) => {
    const done = await act(() => api.webhookEndpoints.replays.cancel(id, replay_id));
    if (done) sayDone(developers.canceledReplay);
    await list.query.refresh();
  };
  return (
    <section className={styles.section} aria-label={developers.replays}>
      <div className={styles.header}>
        <h2 className={styles.title}>{developers.replays}</h2>
        {canWrite && <Button onClick={() => setIsOpen(true)}>{developers.replay}</Button>}
      </div>
      <Loaded of={list}>
        {({ items }) => (
          <>
            <ul className={styles.replays}>
              {items.map((replay) => (
                <Replay
                  key={replay.replay_id}
                  replay={replay}
                  onCancel={canWrite ? () => void cancel(replay) : undefined}
                />
              ))}
            </ul>
            <ShowMore {...list} />
          </>
        )}
      </Loaded>
      {isOpen && (
        <ReplayDialog
          endpointId={id}
          onClose={() => setIsOpen(false)}
          onStarted={() => list.query.refresh()}
        />
      )}
    </section>
  );
}

function isActive({ status, pending }: WebhookReplay): boolean {
  return status === 'running' || (status === 'completed' && pending > 0);
}

function Replay({
  replay,
  onCancel,
}: {
  replay: WebhookReplay;
  onCancel: (() => void) | undefined;
}) {
  const { status, queued, total, delivered, failed, pending } = replay;
  const title = useTitle(replay);
  // Not every event of a range matches the patterns: when all are queued, their number is known.
  const all = status === 'running' ? total : queued;
  const done = all - (status === 'running' ? total - queued + pending : pending);
  return (
    <li className={styles.replay}>
      <span>{title}</span>
      <progress
        className={styles.bar}
        max={Math.max(all, 1)}
        value={all === 0 ? 1 : done}
        aria-label={title}
      />
      <span>
        {developers.progress(delivered + failed, all)}{' '}
        {failed > 0 && <Badge look="danger">{developers.replayFailures(failed)}</Badge>}
        {status === 'canceled' && <Badge>{developers.replayCanceled}</Badge>}
      </span>
      {isActive(replay) && onCancel && (
        <Button look="plain" onClick={onCancel}>
          {developers.cancelReplay}
        </Button>
      )}
    </li>
  );
}

function useTitle({ kind, from_seq, to_seq, failed_since, created_at }: WebhookReplay): string {
  const { short } = formatsFor(useMe().organization.time_zone);
  const when = short(created_at, now());
  const { replayKinds } = developers;
  if (from_seq !== null) return `${replayKinds.range(from_seq, to_seq)} · ${when}`;
  if (failed_since !== null) {
    return `${replayKinds.failed(short(failed_since, now()))} · ${when}`;
  }
  return `${kind === 'events' ? replayKinds.events : kind} · ${when}`;
}
