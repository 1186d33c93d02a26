import { toUuid } from '../../../domain/ids.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import {
  bookVisit,
  lockCalendars,
  openSlots,
  readCalendars,
  toAppointment,
  type Whose,
} from '../../calendar/index.ts';
import { keepJobOpen } from '../../jobs/index.ts';
import { lockLead } from '../../leads/index.ts';
import type { RunRow } from '../runtime/queries.ts';
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
  const { row, warnings } = await bookVisit(tx, await targetOf(tx, run), {
    wanted: { start: slot.start, end: slot.start + minutes * MINUTE, service: service ?? null },
    who: 'teamId' in whose ? whose : { assignedTo: whose.userIds[0] ?? null },
    isStrict: false,
    type: type ?? null,
    location: undefined,
    notes: null,
    arrival: { arrival_starts_at: null, arrival_ends_at: null },
  });
  run.appointment_id ??= row.appointment_id;
  const { appointment_id, starts_at, assigned_to } = toAppointment(row, tx.now, warnings);
  return { status: 'completed', output: { appointment_id, starts_at, assigned_to } };
};

async function targetOf(tx: Tx, run: RunRow): Promise<{ leadId: string; jobId: string | null }> {
  if (run.job_id === null) return { leadId: leadOf(run), jobId: null };
  const job = await keepJobOpen(tx, run.job_id);
  return { leadId: job.lead_id, jobId: job.job_id };
}

function known(kind: 'user' | 'team', publicId: string | undefined): string {
  const uuid = toUuid(kind, publicId ?? '');
  if (uuid !== null) return uuid;
  throw new StepFailure(`unknown_${kind}`, `There is no such ${kind}. Mend the playbook.`);
}
