import type { Appointment } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { act } from '../../feedback/act.ts';
import { sayDone } from '../../feedback/feedback.ts';

/** That a visit is booked, and what the service warns about it; undone by canceling it. */
export function sayBooked({ appointment_id, warnings }: Appointment, said: string): void {
  sayDone([said, ...warnings.map(({ detail }) => detail)].join(' '), {
    undo: () => void act(() => api.appointments.cancel(appointment_id)),
  });
}
