import { useLayoutEffect, useRef, useState } from 'react';
import type { HistoryEntry, Lifecycle } from '../../../packages/sdk/src/index.ts';
import { act } from '../../feedback/act.ts';
import { inWords, wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { type Formats, formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import styles from './timeline.module.css';
import { readOlder } from './use-lifecycle.ts';

/** What happened, newest at the bottom, beside the field where the next message is written. */
export function Timeline({ lifecycle, zone }: { lifecycle: Lifecycle; zone: string }) {
  const { lifecycle_number, timeline, next_cursor } = lifecycle;
  const [older, setOlder] = useState<Older>({ entries: [], cursor: undefined });
  const cursor = older.cursor === undefined ? next_cursor : older.cursor;
  const entries = [...timeline, ...older.entries.filter(({ seq }) => isBefore(seq, timeline))];
  const list = useRef<HTMLOListElement>(null);
  const newest = timeline[0]?.seq;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new entry is at the end.
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [newest]);
  const showOlder = async () => {
    if (cursor === null) return;
    const page = await act(() => readOlder(lifecycle_number, cursor));
    if (!page) return;
    setOlder({ entries: [...older.entries, ...page.entries], cursor: page.cursor });
  };
  const formats = formatsFor(zone);
  return (
    <ol
      ref={list}
      className={styles.timeline}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
      tabIndex={0}
      aria-label={text.number.timeline}
    >
      {cursor !== null && (
        <li>
          <Button look="plain" onClick={() => void showOlder()}>
            {text.number.older}
          </Button>
        </li>
      )}
      {entries.toReversed().map((entry) => (
        <li key={entry.seq} className={styles.entry}>
          <time className={styles.time} dateTime={entry.at}>
            {formats.short(entry.at, now())}
          </time>
          <Entry entry={entry} formats={formats} />
        </li>
      ))}
    </ol>
  );
}

interface Older {
  entries: readonly HistoryEntry[];
  /** Undefined before the first older page. */
  cursor: string | null | undefined;
}

/** Live updates may move the edge between the first page and the older ones. */
function isBefore(seq: number, timeline: readonly HistoryEntry[]): boolean {
  return timeline.every((entry) => seq < entry.seq);
}

/** As the service writes times in its summaries; people read them on the clock of the company. */
const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+(?:Z|[+-]\d\d:\d\d)/g;

function Entry({ entry, formats }: { entry: HistoryEntry; formats: Formats }) {
  const { details, summary, actor } = entry;
  const said = summary.replaceAll(ISO_TIME, (at) => formats.dayAndTime(at));
  const why = details.detail ?? (details.reason && inWords(details.reason));
  return (
    <div>
      <span>{said}</span> <span className={styles.actor}>{actor.name}</span>
      {details.starts_at && said === summary && (
        <span className={styles.actor}> · {formats.dayAndTime(details.starts_at)}</span>
      )}
      {why && <div className={styles.failed}>{why}</div>}
      {(details.text ?? details.note) && (
        <div className={styles.message} data-direction={details.direction}>
          {details.channel && (
            <div className={styles.about}>{wordFor(text.words.channel, details.channel)}</div>
          )}
          {details.subject && <div className={styles.subject}>{details.subject}</div>}
          <div className={styles.body}>{details.text ?? details.note}</div>
        </div>
      )}
    </div>
  );
}
