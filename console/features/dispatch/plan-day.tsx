import type { Appointment, DispatchBoard } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { dayIn } from '../../time/days.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { titleOf, type VisitCard } from './board-data.ts';
import type { Lanes } from './move-visit.ts';
import { PlanDialog, type ShowPlan } from './plan-dialog.tsx';

/** What a day is planned again for: the weather for all, or a visit that needs room. */
export type DayQuestion = { about: 'weather' } | { about: 'room'; visit: Appointment };

/** As many as a menu can show; the others are in the tray. */
const MAX_IN_MENU = 6;

export function PlanDayMenu({
  board,
  onAsk,
}: {
  board: DispatchBoard;
  onAsk(question: DayQuestion): void;
}) {
  const waiting = board.tray.filter(needsRoom).slice(0, MAX_IN_MENU);
  return (
    <Menu
      button={<Button>{text.dispatch.planDay}</Button>}
      items={[
        { label: text.dispatch.weather, run: () => onAsk({ about: 'weather' }) },
        ...waiting.map((visit) => ({
          label: text.dispatch.makeRoom(titleOf(visit)),
          run: () => onAsk({ about: 'room', visit }),
        })),
      ]}
    />
  );
}

/** Booked, and without a person. */
export function needsRoom({ assigned_to, status }: Appointment): boolean {
  return assigned_to === null && (status === 'booked' || status === 'confirmed');
}

export function PlanDay({
  question,
  date,
  zone,
  cards,
  lanes,
  onProposed,
  onClose,
}: {
  question: DayQuestion;
  date: string;
  zone: string;
  cards: readonly VisitCard[];
  lanes: Lanes;
  onProposed: ShowPlan;
  onClose(): void;
}) {
  const shared = { cards, lanes, onProposed, onClose };
  if (question.about === 'weather') {
    const day = lanes.formats.day(dayIn(zone, date).start);
    return (
      <PlanDialog
        {...shared}
        title={text.dispatch.weatherTitle(day)}
        about={text.dispatch.weatherAbout}
        question={{ date, reason: 'weather' }}
        onApplied={async (moved) => ({ said: text.dispatch.weatherDone(moved) })}
      />
    );
  }
  const { visit } = question;
  const who = titleOf(visit);
  return (
    <PlanDialog
      {...shared}
      title={text.dispatch.makeRoom(who)}
      about={text.dispatch.roomAbout}
      question={{ date, reason: 'emergency', appointment_id: visit.appointment_id }}
      onApplied={async (moved) => ({ said: text.dispatch.roomDone(who, moved - 1) })}
    />
  );
}
