import { BOOKING_PROBLEMS } from '../../domain/problems.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { closedObject } from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import type { Placed } from '../calendar/index.ts';
import { jobScheduled } from './events.ts';
import { toJob } from './job-row.ts';
import { lockJob } from './queries.ts';
import { describeStep, type StepSpec, takeStep } from './take-step.ts';
import { bookVisitOfJob, jobVisitErrors, jobVisitFields, visitOf } from './visit.ts';
import { withWarnings } from './visit-warnings.ts';
import { bookVisitsOfJob, scheduleRefusals, visitsErrors, visitsField } from './visits.ts';

const ScheduleJobBody = closedObject(
  'ScheduleJob',
  'The appointment to book, or several as `visits`. Leave the body empty to schedule the job without booking one.',
  { ...jobVisitFields, visits: visitsField },
  {
    example: {
      starts_at: '2027-03-03T09:00:00-08:00',
      duration_minutes: 240,
      assigned_to: 'user_01h455vb4pex5vsknk084sn02q',
    },
  },
);

const SCHEDULE: StepSpec = {
  id: 'scheduleJob',
  step: 'schedule',
  event: jobScheduled,
  summary: 'Schedule a job',
  problems: ['job_scheduled', ...BOOKING_PROBLEMS, 'person_erased'],
  description:
    'Marks the job as scheduled. With `starts_at`, an appointment for the job is booked in the same transaction. If the time is taken, the request is refused with `slot_taken` and the job does not change. With `visits`, several are booked, all or nothing, also for a job that is `scheduled` or `in_progress`. To book more later, use `POST /v1/appointments` with `job_id`. What is unusual about a time that was booked is in `warnings`.',
};

export const scheduleJob = mutation({
  ...describeStep(SCHEDULE),
  params: { id: 'job' },
  body: ScheduleJobBody,
  isBodyOptional: true,
  check: (body) => ({ errors: [...jobVisitErrors(body), ...visitsErrors(body)] }),
  refusals: scheduleRefusals,
  async run(tx, { params, body }) {
    const visit = visitOf(body);
    const { visits = [] } = body;
    if (visits.length > 0 && (await isUnderWay(tx, params.id))) {
      const added = await bookVisitsOfJob(tx, params.id, visits);
      const job = toJob(await lockJob(tx, params.id));
      return { status: 200, body: withWarnings(job, added, tx.now) };
    }
    let isStepTaken = false;
    const booked: Placed[] = [];
    const job = await takeStep(tx, params.id, SCHEDULE, async () => {
      isStepTaken = true;
      if (visit !== null) booked.push(await bookVisitOfJob(tx, params.id, visit));
      if (visits.length > 0) booked.push(...(await bookVisitsOfJob(tx, params.id, visits)));
      return {};
    });
    // With a 200 the caller would believe that the second appointment was booked.
    if (visit !== null && !isStepTaken) {
      throw conflict(
        'job_scheduled',
        'This job is already scheduled. To book another appointment, use POST /v1/appointments with its job_id.',
      );
    }
    return { status: 200, body: withWarnings(job, booked, tx.now) };
  },
});

/** Then no step is taken, and visits are added. */
async function isUnderWay(tx: Tx, jobId: string): Promise<boolean> {
  const { status } = await lockJob(tx, jobId);
  return status === 'scheduled' || status === 'in_progress';
}
