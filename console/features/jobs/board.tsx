import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { wordFor } from '../../text/en/words.ts';
import { text } from '../../text/en.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { usePeople } from '../visits/use-people.ts';
import styles from './board.module.css';
import { Column } from './column.tsx';
import type { Status } from './moves.ts';
import { type ColumnContent, type Filter, useBoard, useOpenVisits } from './use-board.ts';
import { useCarry } from './use-carry.ts';
import { useSteps } from './use-steps.tsx';

/** Columns by status. A drop on a column is the step that leads there. On a phone there is one column at a time. */
export function Board({ filter }: { filter: Filter }) {
  const columns = useBoard(filter);
  const visits = useOpenVisits();
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
    (job, step) => take(job, step, visits.get(job.job_id)?.length ?? 0),
  );
  const isEmpty = columns.every(
    ({ jobs, list }) => list.value && list.error === null && jobs.length === 0,
  );
  if (isEmpty) return <NoJobs filter={filter} />;
  return (
    <>
      {isNarrow && <StatusSelect columns={columns} value={shown[0]?.status} onChoose={setChosen} />}
      <div ref={board} className={styles.board}>
        {shown.map((content) => (
          <Column
            key={content.status}
            content={content}
            look={carry.lookOf(content.status)}
            carriedId={carry.carried?.job.job_id ?? null}
            visits={visits}
            actions={{
              ...carry,
              nameOf,
              onStep: (job, step) => take(job, step, visits.get(job.job_id)?.length ?? 0),
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

function StatusSelect({
  columns,
  value,
  onChoose,
}: {
  columns: readonly ColumnContent[];
  value: Status | undefined;
  onChoose(status: Status): void;
}) {
  return (
    <select
      className={styles.select}
      aria-label={text.jobs.columnLabel}
      value={value}
      onChange={({ target }) => {
        const found = columns.find(({ status }) => status === target.value);
        if (found) onChoose(found.status);
      }}
    >
      {columns.map(({ status, jobs, list }) => (
        <option key={status} value={status}>
          {wordFor(text.words.jobStatus, status)} ({text.jobs.count(jobs.length, list.hasMore)})
        </option>
      ))}
    </select>
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
