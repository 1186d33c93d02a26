import { toPublicId, toUuid } from '../../../domain/ids.ts';
import {
  appointmentEvents,
  lockCalendars,
  openSlots,
  placeAppointment,
  readCalendars,
  type Whose,
} from '../../calendar/index.ts';
import { lockLead } from '../../leads/index.ts';
import { StepFailure } from '../runtime/step-failure.ts';
import type { PerformStep } from './step.ts';
import { leadOf } from './subject.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DEFAULT_DURATION_MINUTES = 60;
const DEFAULT_WITHIN_DAYS = 14;

/** Books the first open slot, under the lock that every booking of these people takes. */
export const bookNextAvailableStep: PerformStep<'book_next_available'> = async (work) => {
  const { tx, run, step } = work;
  const { team_id, user_id, type, service } = step.with;
  const minutes = step.with.duration_minutes ?? DEFAULT_DURATION_MINUTES;
  const days = step.with.within_days ?? DEFAULT_WITHIN_DAYS;
  work.show(step.with);
  const leadId = leadOf(run);
  const whose: Whose =
    team_id === undefined
      ? { userIds: [known('user', user_id)] }
      : { teamId: known('team', team_id) };
  // In the order in which every booking takes them.
  lockLead(tx, leadId).catch(() => {});
  lockCalendars(tx, whose);
  const now = tx.now.getTime();
  const window = { start: now, end: now + days * DAY };
  const calendars = await readCalendars(tx, whose, window);
  const [slot] = openSlots(calendars, {
    window,
    durationMs: minutes * MINUTE,
    stepMs: null,
    service: service ?? null,
    now,
  });
  if (!slot) {
    const detail = `Nothing is open for ${minutes} minutes within ${days} days. Look further ahead, or ask for somebody else.`;
    throw new StepFailure('nothing_open', detail);
  }
  const { body } = await placeAppointment(
    tx,
    {
      ...(run.job_id === null
        ? { lead_id: toPublicId('lead', leadId) }
        : { job_id: toPublicId('job', run.job_id) }),
      starts_at: new Date(slot.start).toISOString(),
      duration_minutes: minutes,
      ...(team_id === undefined ? { assigned_to: user_id! } : { team_id }),
      ...(type === undefined ? {} : { type }),
      ...(service === undefined ? {} : { service }),
    },
    { status: 'booked', hold_expires_at: null },
    appointmentEvents.appointmentBooked,
  );
  const booked = body as { appointment_id: string; starts_at: string; assigned_to: string | null };
  run.appointment_id ??= toUuid('appointment', booked.appointment_id);
  const { appointment_id, starts_at, assigned_to } = booked;
  return { status: 'completed', output: { appointment_id, starts_at, assigned_to } };
};

function known(kind: 'user' | 'team', publicId: string | undefined): string {
  const uuid = toUuid(kind, publicId ?? '');
  if (uuid !== null) return uuid;
  throw new StepFailure(`unknown_${kind}`, `There is no such ${kind}. Mend the playbook.`);
}
