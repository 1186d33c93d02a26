import type { WorkingHours as FromApi } from '../../../../packages/sdk/src/index.ts';
import { WEEKDAYS, type WorkingHours } from '../../../../server/domain/working-hours.ts';

/** The same hours; a weekday that this version does not know is left out. */
export function asWorkingHours({ weekly, exceptions }: FromApi): WorkingHours {
  return {
    weekly: weekly.flatMap(({ start, end, ...row }) => {
      const day = WEEKDAYS.find((weekday) => weekday === row.day);
      return day ? [{ day, start, end }] : [];
    }),
    exceptions: exceptions.map(({ date, intervals }) => ({ date, intervals })),
  };
}
