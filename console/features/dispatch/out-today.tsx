import type { DispatchLane } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import * as text from '../../text/en.ts';
import { dayIn } from '../../time/days.ts';
import type { VisitCard } from './board-data.ts';
import type { Lanes } from './move-visit.ts';
import { type Applied, PlanDialog, type ShowPlan } from './plan-dialog.tsx';

/** A person is out: others take the visits of the day, and the person has time off. */
export function OutToday({
  lane,
  date,
  zone,
  cards,
  lanes,
  onProposed,
  onClose,
}: {
  lane: DispatchLane;
  date: string;
  zone: string;
  cards: readonly VisitCard[];
  lanes: Lanes;
  onProposed: ShowPlan;
  onClose(): void;
}) {
  return (
    <PlanDialog
      title={text.dispatch.outTitle(lane.name)}
      about={text.dispatch.outAbout}
      question={{ date, user_id: lane.user_id, reason: 'sick' }}
      cards={cards}
      lanes={lanes}
      isAppliedWithoutMoves
      onApplied={(moved) => takeOff(lane, dayIn(zone, date), moved)}
      onProposed={onProposed}
      onClose={onClose}
    />
  );
}

async function takeOff(
  { user_id, name }: DispatchLane,
  day: { start: number; end: number },
  moved: number,
): Promise<Applied> {
  const off = await act(() =>
    api.timeOff.create({
      user_id,
      starts_at: new Date(day.start).toISOString(),
      ends_at: new Date(day.end).toISOString(),
      reason: text.dispatch.outReason,
    }),
  );
  const said = text.dispatch.outDone(name, moved);
  return off ? { said, undo: () => api.timeOff.delete(off.time_off_id) } : { said };
}
