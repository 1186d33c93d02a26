import type { Appointment, VisitWarning } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { byDay, inSentences } from './warnings.ts';

type Booked = Pick<Appointment, 'appointment_id' | 'warnings'>;

/** That a visit is booked, and what the service warns about it; undone by canceling it. */
export function sayBooked({ appointment_id, warnings }: Booked, said: string): void {
  sayDone(inSentences(said, warnings), {
    undo: () => void act(() => api.appointments.cancel(appointment_id)),
  });
}

/** The same for several visits, with the day of each warning. They are canceled one by one. */
export function sayBookedMany(
  warnings: readonly VisitWarning[],
  said: string,
  dayOf: (startsAt: string) => string,
): void {
  sayDone(inSentences(said, byDay(warnings, dayOf)));
}
