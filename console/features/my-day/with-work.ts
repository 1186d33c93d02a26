import type { MyDay, MyVisit } from '../../../packages/sdk/src/index.ts';
import { nextStepOf } from '../../../server/features/my-day/next-step.ts';
import { afterCheck, hasArrived, noteOf } from '../../offline/shown-work.ts';
import type { Work, WorkStep } from '../../offline/work.ts';

const STATUS: Record<WorkStep, string> = {
  en_route: 'en_route',
  start: 'in_progress',
  complete: 'completed',
  no_show: 'no_show',
};

/** The day as it is after what was done but is not sent yet. Pure. */
export function withWork(day: MyDay, done: readonly Work[]): MyDay {
  const change = (visit: MyVisit) => done.reduce(afterWork, visit);
  return {
    ...day,
    days: day.days.map(({ date, visits }) => ({ date, visits: visits.map(change) })),
  };
}

function afterWork(visit: MyVisit, work: Work): MyVisit {
  if (work.do === 'step') {
    return work.appointment_id === visit.appointment.appointment_id
      ? afterStep(visit, work.step)
      : visit;
  }
  if (visit.job?.job_id !== work.job_id) return visit;
  switch (work.do) {
    case 'check':
      return { ...visit, job: { ...visit.job, checklist: afterCheck(visit.job.checklist, work) } };
    case 'note':
      return afterNote(visit, work);
    case 'collect':
      return afterPayment(visit, work.amount);
    case 'photo':
      return visit;
  }
}

function afterStep(visit: MyVisit, step: WorkStep): MyVisit {
  const status = STATUS[step];
  return {
    ...visit,
    appointment: { ...visit.appointment, status },
    next_step: nextStepOf(status, visit.due),
  };
}

/** The author is the person who reads this. */
function afterNote(visit: MyVisit, note: Extract<Work, { do: 'note' }>): MyVisit {
  if (hasArrived(note, visit.notes)) return visit;
  const lifecycle_number = visit.appointment.lifecycle_number ?? '';
  return { ...visit, notes: [noteOf(note, { lifecycle_number, author: '' }), ...visit.notes] };
}

function afterPayment(visit: MyVisit, amount: number): MyVisit {
  const left = (visit.due?.amount ?? 0) - amount;
  const due = visit.due && left > 0 ? { ...visit.due, amount: left } : null;
  return { ...visit, due, next_step: nextStepOf(visit.appointment.status, due) };
}

/** The visit to go to now: the first that has something left to do today, else tomorrow's first. */
export function nextVisit({ days }: MyDay): MyVisit | null {
  const open = days.flatMap(({ visits }) => visits).filter(({ next_step }) => next_step !== null);
  const begun = open.find(({ appointment }) =>
    ['en_route', 'in_progress', 'completed'].includes(appointment.status),
  );
  return begun ?? open[0] ?? null;
}
