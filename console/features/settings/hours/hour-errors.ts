import { checkWorkingHours, type WorkingHours } from '../../../../server/domain/working-hours.ts';
import * as text from '../../../text/en.ts';
import { isComplete } from './week.ts';

/** What is wrong with the hours, by place: `weekly/3`, `exceptions/1/intervals/0`, `exceptions/1/date`. */
export function hourErrors(hours: WorkingHours): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  const add = (place: string, detail: string) => errors.set(place, errors.get(place) ?? detail);
  const { incomplete } = text.settings.hours;
  const weekly = hours.weekly.flatMap((row, index) => {
    if (!isComplete(row)) add(`weekly/${index}`, incomplete);
    return isComplete(row) ? [index] : [];
  });
  hours.exceptions.forEach(({ date, intervals }, index) => {
    if (date === '') add(`exceptions/${index}/date`, text.settings.hours.noDate);
    intervals.forEach((row, number) => {
      if (!isComplete(row)) add(`exceptions/${index}/intervals/${number}`, incomplete);
    });
  });
  // The rules of the service, for what is complete. A place there is the place among the complete rows.
  const found = checkWorkingHours(
    {
      weekly: hours.weekly.filter(isComplete),
      exceptions: hours.exceptions.map(({ date, intervals }) => ({
        date: date || '2000-01-01',
        intervals: intervals.filter(isComplete),
      })),
    },
    '',
  );
  for (const { pointer, detail } of found) {
    const place = pointer.slice(1).replace(/\/(start|end)$/, '');
    add(
      place.replace(/^weekly\/(\d+)/, (_, at) => `weekly/${weekly[Number(at)]}`),
      detail,
    );
  }
  return errors;
}
