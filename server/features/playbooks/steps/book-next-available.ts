import Type from 'typebox';
import { toUuid } from '../../../domain/ids.ts';
import { idInput } from '../../../domain/reference-fields.ts';
import { DEFAULT_VISIT_MINUTES } from '../../../domain/visit-length.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import {
  bookVisit,
  type CalendarOwners,
  lockCalendars,
  NO_NEED,
  openSlots,
  readCalendars,
  toAppointment,
  type VisitTarget,
} from '../../calendar/index.ts';
import { keepCapacityRules } from '../../capacity/index.ts';
import { keepJobOpen } from '../../jobs/index.ts';
import { lockLead } from '../../leads/index.ts';
import { findServiceRules, type ServiceRules } from '../../services/index.ts';
import type { RunRow } from '../runtime/queries.ts';
import { checkAssignee } from './checks.ts';
import { type Assignee, CLOSED, code, ONE_ASSIGNEE } from './fields.ts';
import { step } from './step.ts';
import { StepFailure } from './step-failure.ts';
import { leadOf } from './subject.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DEFAULT_WITHIN_DAYS = 14;

interface Options {
  duration_minutes?: number;
  type?: string;
  within_days?: number;
  /** The skill that the visit needs. */
  service?: string;
}

export const bookNextAvailable = step({
  do: 'book_next_available',
  description: 'Books the next open slot of a user or a team.',
  target: () => 'lead',
  needs: () => [['appointments:write']],
  schema: Type.Unsafe<Assignee & Options>(
    Type.Object(
      {
        team_id: idInput('team', 'Id of the team; a free member gets the appointment.'),
        user_id: idInput('user', 'Id of the user who gets the appointment.'),
        duration_minutes: Type.Optional(
          Type.Integer({
            minimum: 5,
            maximum: 1_440,
            description: `Length of the appointment in minutes. Default: that of the service, otherwise ${DEFAULT_VISIT_MINUTES}.`,
            examples: [DEFAULT_VISIT_MINUTES],
          }),
        ),
        type: code(
          'Type of the appointment. Default `estimate`, or `job` if the run is about a job.',
          'estimate',
        ),
        within_days: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 62,
            description: `Number of days from now to search. Default ${DEFAULT_WITHIN_DAYS}.`,
            examples: [DEFAULT_WITHIN_DAYS],
          }),
        ),
        service: code(
          'Code of the service. Its definition sets the length, the skills and the buffer.',
          'water_heater_repair',
        ),
      },
      { ...CLOSED, ...ONE_ASSIGNEE },
    ),
  ),
  check: checkAssignee,
  async perform({ tx, run, step, traceInput }) {
    const { type = null, service = null } = step.with;
    const rules = await findServiceRules(tx, service);
    const minutes = step.with.duration_minutes ?? rules.minutes;
    const days = step.with.within_days ?? DEFAULT_WITHIN_DAYS;
    traceInput(step.with);
    const leadId = leadOf(run);
    const whose = whoseOf(step.with);
    // In the same order as every booking, to avoid deadlocks.
    lockLead(tx, leadId).catch(() => {});
    keepCapacityRules(tx);
    lockCalendars(tx, whose);
    // A crew can only be chosen from a team.
    const crewSize = 'teamId' in whose ? rules.crewSize : 1;
    const start = await findFirstSlot(tx, whose, { ...rules, minutes, days, service, crewSize });
    const { row, warnings } = await bookVisit(tx, await targetOf(tx, run), {
      service,
      requested: {
        start,
        end: start + minutes * MINUTE,
        skills: rules.skills,
        bufferMs: rules.bufferMs,
        need: { ...NO_NEED, service, crewSize },
      },
      assignee: 'teamId' in whose ? whose : { assignedTo: whose.userIds[0] ?? null, crew: [] },
      isStrict: false,
      type,
      location: undefined,
      notes: null,
      arrival: undefined,
    });
    run.appointment_id ??= row.appointment_id;
    const { appointment_id, starts_at, assigned_to } = toAppointment(row, tx.now, warnings);
    return { status: 'completed', output: { appointment_id, starts_at, assigned_to } };
  },
});

async function findFirstSlot(
  tx: Tx,
  whose: CalendarOwners,
  {
    minutes,
    days,
    skills,
    bufferMs,
    service,
    crewSize,
  }: ServiceRules & { days: number; service: string | null },
): Promise<number> {
  const now = tx.now.getTime();
  const window = { start: now, end: now + days * DAY };
  const calendars = await readCalendars(tx, whose, window, { ...NO_NEED, service });
  const durationMs = minutes * MINUTE;
  const request = {
    window,
    durationMs,
    stepMs: null,
    skills,
    bufferMs,
    crewSize,
    place: null,
    now,
  };
  const [slot] = await openSlots(calendars, request, (own) => own.slice(0, 1));
  if (slot) return slot.start;
  const detail = `No open slot of ${minutes} minutes within ${days} days. Increase within_days, or choose another user or team.`;
  throw new StepFailure('nothing_open', detail);
}

async function targetOf(tx: Tx, run: RunRow): Promise<VisitTarget> {
  if (run.job_id === null) {
    return {
      leadId: leadOf(run),
      jobId: null,
      service: null,
      isOfCustomer: run.customer_id !== null,
    };
  }
  const job = await keepJobOpen(tx, run.job_id);
  return { leadId: job.lead_id, jobId: job.job_id, service: job.service, isOfCustomer: true };
}

function whoseOf(assignee: Assignee): { teamId: string } | { userIds: string[] } {
  return 'team_id' in assignee
    ? { teamId: uuidOf('team', assignee.team_id) }
    : { userIds: [uuidOf('user', assignee.user_id)] };
}

function uuidOf(prefix: 'user' | 'team', publicId: string): string {
  const uuid = toUuid(prefix, publicId);
  if (uuid !== null) return uuid;
  throw new StepFailure(`unknown_${prefix}`, `Unknown ${prefix}. Correct the playbook.`);
}
