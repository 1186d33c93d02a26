import { useEffect, useState } from 'react';
import type {
  Appointment,
  PlanReassignment,
  Replan,
  ReplanMove,
  ReplanUnplaced,
} from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { NO_TROUBLE, type Trouble, troubleOf } from '../../api/problems.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { appointments } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import { titleOfVisit, type VisitCard } from './board-data.ts';
import styles from './dispatch.module.css';
import { forgetAnswers } from './explain.ts';
import type { Lanes } from './move-visit.ts';
import { destinationOf, movesBack } from './plan-words.ts';

export type ShowPlan = (plan: Replan | null) => void;

/** A day that cannot stay as it is: who takes each visit and when, in one plan with one confirmation. */
export function PlanDialog({
  title,
  about,
  question,
  cards,
  lanes,
  isAppliedWithoutMoves = false,
  onApplied,
  onProposed,
  onClose,
}: {
  title: string;
  about: string;
  question: PlanReassignment;
  cards: readonly VisitCard[];
  lanes: Lanes;
  /** Whether there is something to confirm, even if no visit moves. */
  isAppliedWithoutMoves?: boolean;
  /** Returns what to say, and what else is undone. */
  onApplied(moved: number): Promise<Applied>;
  /** For the board, which shows the plan as long as it waits. */
  onProposed: ShowPlan;
  onClose(): void;
}) {
  const { plan, trouble } = usePlan(question);
  const [isTold, setIsTold] = useState(false);
  useEffect(() => {
    onProposed(plan);
    return () => onProposed(null);
  }, [plan, onProposed]);
  const titleOf = (id: string) => titleOfVisit(cards, id);
  const placed = plan?.moves.length ?? 0;
  const isNothing = plan !== null && placed + plan.unplaced.length === 0;
  const canApply = isAppliedWithoutMoves || placed > 0 || plan?.unplaced.some((one) => one.to_tray);
  const row = { date: question.date, lanes, titleOf };
  return (
    <Dialog title={title} about={about} onClose={onClose} size="beside">
      <TroubleNotice trouble={trouble} />
      {plan === null && trouble.message === null && <p>{text.loading}</p>}
      {plan && (
        <>
          <ul className={styles.plan}>
            {plan.moves.map((move) => (
              <PlanRow key={move.appointment_id} {...row} move={move} />
            ))}
            {plan.unplaced.map((move) => (
              <PlanRow key={move.appointment_id} {...row} move={move} />
            ))}
          </ul>
          {isNothing && <p>{text.dispatch.nothingToMove}</p>}
          {canApply && (
            <label className={styles.tell}>
              <input
                type="checkbox"
                checked={isTold}
                onChange={({ target }) => setIsTold(target.checked)}
              />
              {text.dispatch.tellThem}
            </label>
          )}
          <div className={styles.steps}>
            {canApply && (
              <Button
                look="primary"
                onClick={() => {
                  onClose();
                  void apply(plan, isTold, onApplied);
                }}
              >
                {text.dispatch.applyMoves(placed)}
              </Button>
            )}
            <Button onClick={onClose}>{text.cancel}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

export interface Applied {
  said: string;
  undo?: () => Promise<unknown>;
}

/** One visit: where it is, and where it would go. */
function PlanRow({
  move,
  date,
  lanes,
  titleOf,
}: {
  move: ReplanMove | ReplanUnplaced;
  date: string;
  lanes: Lanes;
  titleOf(id: string): string;
}) {
  const { who, when, isWarning } = destinationOf(move, date, lanes);
  return (
    <li>
      <strong>{titleOf(move.appointment_id)}</strong> {lanes.formats.time(move.from.starts_at)} →{' '}
      {isWarning ? <span className={styles.warning}>{who}</span> : <strong>{who}</strong>} {when}
      <div className={styles.notes}>{move.why.map(({ detail }) => detail).join(' ')}</div>
    </li>
  );
}

function usePlan(question: PlanReassignment): { plan: Replan | null; trouble: Trouble } {
  const [plan, setPlan] = useState<Replan | null>(null);
  const [trouble, setTrouble] = useState<Trouble>(NO_TROUBLE);
  const { date, reason, user_id, appointment_id } = question;
  useEffect(() => {
    const body = {
      date,
      reason,
      ...(user_id !== undefined && { user_id }),
      ...(appointment_id !== undefined && { appointment_id }),
    };
    inSession(() => api.dispatch.replans.create(body)).then(setPlan, (error) =>
      setTrouble(troubleOf(error, [])),
    );
  }, [date, reason, user_id, appointment_id]);
  return { plan, trouble };
}

/** First the visits, then what follows from it: so no visit is ever left with a person who is out. */
async function apply(
  plan: Replan,
  notify: boolean,
  onApplied: (moved: number) => Promise<Applied>,
): Promise<void> {
  const applied = await act(() => api.dispatch.replans.apply(plan.replan_id, { notify }));
  if (!applied) return;
  forgetAnswers();
  putAll(applied.appointments);
  const { said, undo = async () => {} } = await onApplied(plan.moves.length);
  sayDone(said, {
    undo: () =>
      void act(async () => {
        await undo();
        for (const moves of movesBack(plan)) {
          putAll((await api.appointments.moves({ moves })).appointments);
        }
        return true;
      }),
  });
}

function putAll(visits: readonly Appointment[]): void {
  for (const visit of visits) appointments.put(visit);
}
