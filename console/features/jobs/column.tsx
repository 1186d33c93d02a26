import type { Appointment } from '../../../packages/sdk/src/index.ts';
import { wordFor } from '../../text/en/words.ts';
import { text } from '../../text/en.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { formatMoney } from '../../ui/money.ts';
import { ShowMore } from '../../ui/show-more.tsx';
import styles from './board.module.css';
import { type CardActions, JobCard } from './card.tsx';
import { contractAmount, sumsOf } from './sums.ts';
import type { ColumnContent } from './use-board.ts';

/** What a drop on the column would do. */
export type DropLook = 'allowed' | 'refused' | 'none';

/** The jobs of one status, with their number and the sum of their contracts. */
export function Column({
  content: { status, jobs, list },
  look,
  carriedId,
  visits,
  actions,
}: {
  content: ColumnContent;
  look: DropLook;
  carriedId: string | null;
  visits: ReadonlyMap<string, readonly Appointment[]>;
  actions: CardActions;
}) {
  const name = wordFor(text.words.jobStatus, status);
  const sums = sumsOf(jobs.map(contractAmount));
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
        <span className={styles.count}>
          {list.value && text.jobs.count(jobs.length, list.hasMore)}
        </span>
        <span className={styles.sum}>
          {sums.map(({ amount, currency }) => (
            <span key={currency}>{text.jobs.sum(formatMoney(amount, currency), list.hasMore)}</span>
          ))}
        </span>
      </header>
      <div className={styles.cards}>
        <Loaded of={list}>
          {() => (
            <>
              {jobs.map((job) => (
                <JobCard
                  key={job.job_id}
                  job={job}
                  visit={visits.get(job.job_id)?.[0]}
                  isCarried={job.job_id === carriedId}
                  actions={actions}
                />
              ))}
              {jobs.length === 0 && <p className={styles.empty}>{text.jobs.emptyColumn}</p>}
            </>
          )}
        </Loaded>
        <ShowMore {...list} />
      </div>
    </section>
  );
}
