import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterSelect } from '../../ui/filter-bar.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { usePeople } from '../visits/use-people.ts';
import styles from './board.module.css';
import { Column, countOf } from './column.tsx';
import { STATUSES, type Status } from './moves.ts';
import { type Filter, useBoard, useCounts } from './use-board.ts';
import { useCarry } from './use-carry.ts';
import { useSteps } from './use-steps.tsx';

/** Columns by status. A drop on a column is the step that leads there. On a phone there is one column at a time. */
export function Board({ filter }: { filter: Filter }) {
  const columns = useBoard(filter);
  const counts = useCounts(filter);
  const { nameOf } = usePeople();
  const isNarrow = useNarrow(760);
  const [chosen, setChosen] = useState<Status | null>(null);
  const { take, dialog } = useSteps();
  const board = useRef<HTMLDivElement>(null);
  const first = columns.find(({ jobs }) => jobs.length > 0) ?? columns[0];
  const shown = isNarrow
    ? columns.filter(({ status }) => status === (chosen ?? first?.status))
    : columns;
  const carry = useCarry(
    board,
    shown.map(({ status }) => status),
    (job, step) => take(job, step, job.next_visit != null),
  );
  const isEmpty = columns.every(
    ({ jobs, list }) => list.value && list.error === null && jobs.length === 0,
  );
  if (isEmpty) return <NoJobs filter={filter} />;
  return (
    <>
      {isNarrow && (
        <FilterSelect
          label={text.jobs.columnLabel}
          value={shown[0]?.status}
          options={columns.map((content) => ({
            value: content.status,
            label: `${wordFor(text.words.jobStatus, content.status)} (${countOf(content, counts?.get(content.status) ?? null)})`,
          }))}
          onChoose={(value) => setChosen(STATUSES.find((one) => one === value) ?? null)}
        />
      )}
      <div ref={board} className={styles.board}>
        {shown.map((content) => (
          <Column
            key={content.status}
            content={content}
            look={carry.lookOf(content.status)}
            carriedId={carry.carried?.job.job_id ?? null}
            counts={counts?.get(content.status) ?? null}
            actions={{
              ...carry,
              nameOf,
              onStep: (job, step) => take(job, step, job.next_visit != null),
            }}
          />
        ))}
      </div>
      <p id="board-keys" hidden>
        {text.jobs.keyHelp}
      </p>
      <div role="status" aria-live="assertive" className="visually-hidden">
        {carry.said}
      </div>
      {dialog}
    </>
  );
}

function NoJobs({ filter: { q, isMine } }: { filter: Filter }) {
  if (q !== '') return <Empty>{text.jobs.nothingFound(q)}</Empty>;
  const action = !isMine && (
    <Link className={buttonClass()} to="/customers">
      {text.jobs.toCustomers}
    </Link>
  );
  return <Empty action={action}>{text.jobs.empty}</Empty>;
}
