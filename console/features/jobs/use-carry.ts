import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Job } from '../../../packages/sdk/src/index.ts';
import { sayRefused } from '../../feedback/feedback.ts';
import { useMe } from '../../session/session.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import styles from './board.module.css';
import { startDrag } from './drag.ts';
import { type Move, moveTo, STATUSES, type Status, type Step, statusOf } from './moves.ts';

interface Carried {
  job: Job;
  over: Status | null;
  by: 'pointer' | 'keys';
}

/** A card that is being moved, with the pointer or with keys, and what is said about it. */
export function useCarry(
  board: RefObject<HTMLElement | null>,
  columns: readonly Status[],
  onStep: (job: Job, step: Step) => void,
) {
  const me = useMe();
  const [carried, setCarried] = useState<Carried | null>(null);
  const [said, setSaid] = useState('');
  const focusAfter = useFocusAfter(board, carried === null);

  const moveOf = (job: Job, over: Status | null): Move | null =>
    over === null ? null : moveTo(job, over, me);
  const drop = (job: Job, over: Status | null) => {
    setCarried(null);
    const move = moveOf(job, over);
    if (move === null || over === null) return setSaid(text.jobs.putBack);
    if ('why' in move) return sayRefused(move.why);
    setSaid(text.jobs.dropped(job.title, wordOf(over)));
    onStep(job, move.step);
  };
  const carryTo = (job: Job, over: Status) => {
    setCarried({ job, over, by: 'keys' });
    setSaid(describe(over, moveOf(job, over)));
  };
  const putBack = () => {
    setCarried(null);
    setSaid(text.jobs.putBack);
  };

  const hold = (job: Job, over: Status | null, by: Carried['by']) => setCarried({ job, over, by });
  const pickUp = (job: Job) => {
    hold(job, statusOf(job), 'keys');
    setSaid(text.jobs.pickedUp(job.title, wordOf(statusOf(job))));
  };
  const dropByKeys = (job: Job, over: Status | null) => {
    focusAfter.current = job.job_id;
    drop(job, over);
  };
  const carrying = { board, columns, moveOf, hold, pickUp, carryTo, drop, dropByKeys, putBack };
  const onBlur = () => carried?.by === 'keys' && focusAfter.current === null && putBack();
  return {
    carried,
    said,
    onKeyDown: (event: KeyboardEvent<HTMLElement>, job: Job) =>
      moveWithKeys(event, job, carried?.by === 'keys' ? carried : null, carrying),
    onPointerDown: (event: PointerEvent<HTMLElement>, job: Job) =>
      moveWithPointer(event, job, carrying),
    onBlur: () => void onBlur(),
    lookOf: (status: Status) => {
      const move = carried?.over === status ? moveOf(carried.job, status) : null;
      if (move === null) return 'none' as const;
      return 'why' in move ? ('refused' as const) : ('allowed' as const);
    },
  };
}

/** The job whose card gets the focus as soon as nothing is carried any more. */
function useFocusAfter(board: RefObject<HTMLElement | null>, isFree: boolean) {
  const focusAfter = useRef<string | null>(null);
  useEffect(() => {
    if (!isFree || focusAfter.current === null) return;
    // Its card may be in another column now.
    board.current?.querySelector<HTMLElement>(`[data-job="${focusAfter.current}"] a`)?.focus();
    focusAfter.current = null;
  });
  return focusAfter;
}

/** What can be done with a card that is being moved. */
interface Carrying {
  board: RefObject<HTMLElement | null>;
  columns: readonly Status[];
  moveOf(job: Job, over: Status | null): Move | null;
  hold(job: Job, over: Status | null, by: Carried['by']): void;
  pickUp(job: Job): void;
  carryTo(job: Job, over: Status): void;
  drop(job: Job, over: Status | null): void;
  dropByKeys(job: Job, over: Status | null): void;
  putBack(): void;
}

function moveWithKeys(
  event: KeyboardEvent<HTMLElement>,
  job: Job,
  carried: Carried | null,
  { columns, pickUp, carryTo, dropByKeys, putBack }: Carrying,
): void {
  if (carried === null) {
    if (event.key === ' ') {
      event.preventDefault();
      pickUp(job);
    } else if (moveFocus(event.currentTarget, event.key)) event.preventDefault();
    return;
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (event.key !== 'Tab') event.preventDefault();
  if (step !== undefined) {
    const at = columns.indexOf(carried.over ?? 'contracted') + step;
    const over = columns[Math.max(0, Math.min(columns.length - 1, at))];
    if (over) carryTo(job, over);
  } else if (event.key === 'Enter' || event.key === ' ') dropByKeys(job, carried.over);
  else if (event.key === 'Escape') putBack();
}

function moveWithPointer(
  event: PointerEvent<HTMLElement>,
  job: Job,
  { board, columns, moveOf, hold, drop, putBack }: Carrying,
): void {
  const isMenu = event.target instanceof Element && event.target.closest('button');
  if (event.button !== 0 || isMenu || columns.length < 2 || !board.current) return;
  const columnOf = (name: string | null) => STATUSES.find((status) => status === name) ?? null;
  startDrag(event.nativeEvent, {
    board: board.current,
    card: event.currentTarget,
    ghostClass: styles.ghost ?? '',
    onStart: () => hold(job, statusOf(job), 'pointer'),
    onOver: (name) => {
      hold(job, columnOf(name), 'pointer');
      const move = moveOf(job, columnOf(name));
      if (move === null) return null;
      return 'why' in move ? move.why : text.jobs.steps[move.step];
    },
    onDrop: (name) => drop(job, columnOf(name)),
    onCancel: putBack,
  });
}

function wordOf(status: Status | null): string {
  return status === null ? '' : wordFor(text.words.jobStatus, status);
}

function describe(over: Status, move: Move | null): string {
  if (move === null) return text.jobs.overOwn(wordOf(over));
  if ('why' in move) return text.jobs.overRefused(wordOf(over), move.why);
  return text.jobs.over(wordOf(over), text.jobs.steps[move.step]);
}

/** Arrows move between cards: up and down in a column, left and right to the next column with cards. */
function moveFocus(link: HTMLElement, key: string): boolean {
  const column = link.closest('[data-column]');
  const links = (of: Element) => [...of.querySelectorAll<HTMLElement>('[data-job] a')];
  const vertical = { ArrowDown: 1, ArrowUp: -1 }[key];
  const horizontal = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (!column || (vertical === undefined && horizontal === undefined)) return false;
  if (vertical !== undefined) {
    const own = links(column);
    own[own.indexOf(link) + vertical]?.focus();
    return true;
  }
  const all = [...(column.parentElement?.querySelectorAll('[data-column]') ?? [])];
  const at = all.indexOf(column);
  const others = horizontal === 1 ? all.slice(at + 1) : all.slice(0, at).reverse();
  others
    .map((other) => links(other)[0])
    .find((first) => first !== undefined)
    ?.focus();
  return true;
}
