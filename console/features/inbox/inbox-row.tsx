import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { InboxItem } from '../../../packages/sdk/src/index.ts';
import { inWords, wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { useNow } from '../../time/clock.ts';
import { elapsed } from '../../time/format.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './inbox.module.css';
import {
  completeFollowUp,
  dismissDuplicate,
  mergeDuplicate,
  retryMessage,
} from './inbox-actions.ts';
import { nameOfItem } from './name-of-item.ts';

const RED_AFTER_MS = 5 * 60 * 1000;

const LOOKS: Readonly<Record<string, BadgeLook>> = {
  new_lead: 'accent',
  reply_unanswered: 'accent',
  duplicate_to_decide: 'warn',
  call_due: 'warn',
  task_due: 'warn',
  message_failed: 'danger',
};

/**
 * One number: who, what, how long they have been waiting, and what to decide here and now. Drawn again only if it has
 * changed: J and K change two of the rows.
 */
export const InboxRow = memo(function InboxRow({
  item,
  isSelected,
  canWrite,
  onDone,
}: {
  item: InboxItem;
  isSelected: boolean;
  canWrite: boolean;
  /** The same function for all rows. */
  onDone(item: InboxItem): void;
}) {
  return (
    <div className={styles.row} data-selected={isSelected}>
      <Waiting item={item} />
      <div className={styles.who}>
        <Link
          className={styles.name}
          to="/n/$number"
          params={{ number: item.lifecycle_number }}
          data-row={item.lifecycle_number}
        >
          {nameOfItem(item)}
        </Link>
        <span className={styles.about}>
          {inWords(item.service_needed)} · {item.lifecycle_number}
        </span>
        {item.last_message?.text && (
          <span className={styles.said}>
            {item.last_message.direction === 'outbound' && text.inbox.you} {item.last_message.text}
          </span>
        )}
        {canWrite && <Decisions item={item} />}
      </div>
      <div className={styles.reasons}>
        {item.reasons.map((reason) => (
          <Badge key={reason} look={LOOKS[reason] ?? 'plain'}>
            {wordFor(text.inbox.reasons, reason)}
          </Badge>
        ))}
      </div>
      {canWrite && item.done_at === null && (
        <Button look="plain" onClick={() => onDone(item)}>
          {text.inbox.done}
        </Button>
      )}
    </div>
  );
});

/** The clock since capture while no one has answered; red after five minutes. */
function Waiting({ item: { reasons, captured_at, waiting_since } }: { item: InboxItem }) {
  const now = useNow();
  const since = reasons.includes('new_lead') ? captured_at : (waiting_since ?? captured_at);
  const ms = now - Date.parse(since);
  const isLate = reasons.includes('new_lead') && ms > RED_AFTER_MS;
  return (
    <time className={styles.clock} data-late={isLate} dateTime={since}>
      <span className="visually-hidden">{text.inbox.waiting('')}</span>
      {elapsed(ms)}
    </time>
  );
}

function Decisions({ item }: { item: InboxItem }) {
  const { duplicate, follow_ups, failed_message } = item;
  return (
    <>
      {duplicate && (
        <div className={styles.decision}>
          <span>
            {text.inbox.sameAs(duplicate.name ?? '', duplicate.lifecycle_number)}{' '}
            {duplicate.reasons.map(inWords).join(', ')}
          </span>
          <span className={styles.choices}>
            <Button look="plain" onClick={() => void mergeDuplicate(item)}>
              {text.inbox.same}
            </Button>
            <Button look="plain" onClick={() => void dismissDuplicate(item)}>
              {text.inbox.notSame}
            </Button>
          </span>
        </div>
      )}
      {follow_ups.map(({ follow_up_id, channel, text: what }) => (
        <div key={follow_up_id} className={styles.decision}>
          <span>{what ?? wordFor(text.words.channel, channel)}</span>
          <Button look="plain" onClick={() => void completeFollowUp(follow_up_id)}>
            {text.inbox.complete}
          </Button>
        </div>
      ))}
      {failed_message && (
        <div className={styles.decision}>
          <span className={styles.failed}>
            {failed_message.detail ?? text.inbox.reasons.message_failed}
          </span>
          <Button look="plain" onClick={() => void retryMessage(failed_message.communication_id)}>
            {text.inbox.retry}
          </Button>
        </div>
      )}
    </>
  );
}
