import { useEffect, useState } from 'react';
import type { DispatchLane, Replan } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { NO_TROUBLE, type Trouble, troubleOf } from '../../api/problems.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { inSession } from '../../session/in-session.ts';
import { appointments } from '../../store/stores.ts';
import * as text from '../../text/en.ts';
import { dayIn } from '../../time/days.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TroubleNotice } from '../../ui/trouble.tsx';
import type { VisitCard } from './board-data.ts';
import styles from './dispatch.module.css';
import type { Lanes } from './move-visit.ts';

/** A person is out: who takes each visit of the day, in one plan with one confirmation. */
export function OutToday({
  lane,
  date,
  zone,
  cards,
  lanes,
  onClose,
}: {
  lane: DispatchLane;
  date: string;
  zone: string;
  cards: readonly VisitCard[];
  lanes: Lanes;
  onClose(): void;
}) {
  const { plan, trouble } = usePlan(lane.user_id, date);
  const [isTold, setIsTold] = useState(false);
  const titleOf = (id: string) => cards.find((card) => card.id === id)?.title ?? id;
  const time = (at: string) => lanes.formats.time(at);
  return (
    <Dialog
      title={text.dispatch.outTitle(lane.name)}
      about={text.dispatch.outAbout}
      onClose={onClose}
      size="wide"
    >
      <TroubleNotice trouble={trouble} />
      {plan === null && trouble.message === null && <p>{text.loading}</p>}
      {plan && (
        <>
          <ul className={styles.plan}>
            {plan.moves.map(({ appointment_id, from, to, why }) => (
              <li key={appointment_id}>
                <strong>{titleOf(appointment_id)}</strong> {time(from.starts_at)} →{' '}
                <strong>{lanes.nameOf(to.user_id)}</strong> {time(to.starts_at)}
                <div className={styles.notes}>{why.map(({ detail }) => detail).join(' ')}</div>
              </li>
            ))}
            {plan.unplaced.map(({ appointment_id, from, to_tray, why }) => (
              <li key={appointment_id}>
                <strong>{titleOf(appointment_id)}</strong> {time(from.starts_at)} →{' '}
                <span className={styles.warning}>
                  {to_tray ? text.dispatch.tray : text.dispatch.stays}
                </span>
                <div className={styles.notes}>{why.map(({ detail }) => detail).join(' ')}</div>
              </li>
            ))}
          </ul>
          {plan.moves.length + plan.unplaced.length === 0 && <p>{text.dispatch.nothingToMove}</p>}
          <label className={styles.tell}>
            <input
              type="checkbox"
              checked={isTold}
              onChange={({ target }) => setIsTold(target.checked)}
            />
            {text.dispatch.tellThem}
          </label>
          <div className={styles.steps}>
            <Button
              look="primary"
              onClick={() => {
                onClose();
                void apply(plan, lane, dayIn(zone, date), isTold);
              }}
            >
              {text.dispatch.applyMoves(plan.moves.length)}
            </Button>
            <Button onClick={onClose}>{text.cancel}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function usePlan(user_id: string, date: string): { plan: Replan | null; trouble: Trouble } {
  const [plan, setPlan] = useState<Replan | null>(null);
  const [trouble, setTrouble] = useState<Trouble>(NO_TROUBLE);
  useEffect(() => {
    inSession(() => api.dispatch.replans.create({ date, user_id, reason: 'sick' })).then(
      setPlan,
      (error) => setTrouble(troubleOf(error, [])),
    );
  }, [user_id, date]);
  return { plan, trouble };
}

/** First the visits, then the time off: so no visit is ever left with a person who is out. */
async function apply(
  { replan_id, moves, unplaced }: Replan,
  { user_id, name }: DispatchLane,
  day: { start: number; end: number },
  notify: boolean,
): Promise<void> {
  const applied = await act(() => api.dispatch.replans.apply(replan_id, { notify }));
  if (!applied) return;
  for (const visit of applied.appointments) appointments.put(visit);
  const off = await act(() =>
    api.timeOff.create({
      user_id,
      starts_at: new Date(day.start).toISOString(),
      ends_at: new Date(day.end).toISOString(),
      reason: text.dispatch.outReason,
    }),
  );
  const places = [...moves, ...unplaced.filter(({ to_tray }) => to_tray)];
  sayDone(text.dispatch.outDone(name, moves.length), {
    undo: () => void act(() => takeBack(places, off?.time_off_id)),
  });
}

async function takeBack(
  places: readonly {
    appointment_id: string;
    from: { user_id: string | null; starts_at: string };
  }[],
  timeOffId: string | undefined,
): Promise<true> {
  if (timeOffId !== undefined) await api.timeOff.delete(timeOffId);
  if (places.length === 0) return true;
  const back = await api.appointments.moves({
    moves: places.map(({ appointment_id, from }) => ({
      appointment_id,
      assigned_to: from.user_id,
      starts_at: from.starts_at,
    })),
  });
  for (const visit of back.appointments) appointments.put(visit);
  return true;
}
