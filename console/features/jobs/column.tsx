import type { ReactNode } from 'react';
import type { Job } from '../../../packages/sdk/src/index.ts';
import type { MorePages } from '../../store/use-pages.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { LongList } from '../../ui/long-list.tsx';
import { formatMoney } from '../../ui/money.ts';
import { ShowMore } from '../../ui/show-more.tsx';
import { useLongList } from '../../ui/use-long-list.ts';
import styles from './board.module.css';
import { type CardActions, JobCard } from './card.tsx';
import { contractAmount, sumsOf } from './sums.ts';
import type { ColumnContent, JobCount } from './use-board.ts';

const CARD_PX = 104;
/** As in the styles. */
const SPACE_PX = 8;

/** What a drop on the column would do. */
export type DropLook = 'allowed' | 'refused' | 'none';

/** The jobs of one status, with their number and the sum of their contracts. */
export function Column({
  content,
  look,
  carriedId,
  counts,
  actions,
}: {
  content: ColumnContent;
  look: DropLook;
  carriedId: string | null;
  /** Null while it is not known, and for a search. */
  counts: JobCount | null;
  actions: CardActions;
}) {
  const { status, jobs, list } = content;
  const name = wordFor(text.words.jobStatus, status);
  const sums = counts?.amounts ?? sumsOf(jobs.map(contractAmount));
  const isPart = counts === null && list.hasMore;
  return (
    <section
      className={styles.column}
      data-column={status}
      data-drop={look}
      aria-label={text.jobs.jobsIn(name)}
    >
      <header className={styles.head}>
        <h2 className={styles.title} data-status={status}>
          {name}
        </h2>
        <span className={styles.count}>{list.value && countOf(content, counts)}</span>
        <span className={styles.sum}>
          {sums.map(({ amount, currency }) => (
            <span key={currency}>{text.jobs.sum(formatMoney(amount, currency), isPart)}</span>
          ))}
        </span>
      </header>
      <div className={styles.cards}>
        <Loaded of={list}>
          {() =>
            jobs.length === 0 ? (
              <p className={styles.empty}>{text.jobs.emptyColumn}</p>
            ) : (
              <Cards label={text.jobs.jobsIn(name)} jobs={jobs} more={list}>
                {(job) => (
                  <JobCard job={job} isCarried={job.job_id === carriedId} actions={actions} />
                )}
              </Cards>
            )
          }
        </Loaded>
        <ShowMore {...list} />
      </div>
    </section>
  );
}

function Cards({
  label,
  jobs,
  more,
  children,
}: {
  label: string;
  jobs: readonly Job[];
  more: MorePages;
  children(job: Job): ReactNode;
}) {
  const shown = useLongList<HTMLUListElement>({
    count: jobs.length,
    keyOf: (index) => jobs[index]?.job_id ?? '',
    rowHeight: CARD_PX,
    spacing: SPACE_PX,
    more,
  });
  return (
    <LongList
      rows={shown}
      items={jobs}
      keyOf={({ job_id }) => job_id}
      label={label}
      className={styles.list}
      hasMore={more.hasMore}
    >
      {children}
    </LongList>
  );
}

/** All jobs of the status; of a search, those that were found so far. */
export function countOf({ jobs, list }: ColumnContent, counts: JobCount | null): string {
  return counts === null ? text.jobs.count(jobs.length, list.hasMore) : String(counts.count);
}
