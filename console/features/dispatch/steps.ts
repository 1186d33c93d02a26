import type { Appointment } from '../../../packages/sdk/src/index.ts';
import { STEPS, type Step } from '../../../server/features/calendar/appointment.ts';

export type { Step } from '../../../server/features/calendar/appointment.ts';

/** The steps that the service allows now, in the order of a day. */
export function stepsFrom({ status, assigned_to }: Appointment): readonly Step[] {
  const names = Object.keys(STEPS) as Step[];
  return names.filter((step) => {
    const { from, needsAssignee } = STEPS[step];
    return from.some((one) => one === status) && (!needsAssignee || assigned_to !== null);
  });
}
