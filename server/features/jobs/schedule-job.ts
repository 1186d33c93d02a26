import { BOOKING_PROBLEMS } from '../../domain/problems.ts';
import { conflict } from '../../platform/errors.ts';
import { closedObject } from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { jobScheduled } from './events.ts';
import { describeStep, type StepSpec, takeStep } from './take-step.ts';
import { bookVisitOfJob, jobVisitErrors, jobVisitFields, visitOf, visitRefusals } from './visit.ts';

const ScheduleJobBody = closedObject(
  'ScheduleJob',
  'The appointment to book. Leave the body empty to schedule the job without booking one.',
  jobVisitFields,
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
    'Marks the job as scheduled. With `starts_at`, an appointment for the job is booked in the same transaction. If the time is taken, the request is refused with `slot_taken` and the job does not change. To book more appointments, use `POST /v1/appointments` with `job_id`.',
};

export const scheduleJob = mutation({
  ...describeStep(SCHEDULE),
  params: { id: 'job' },
  body: ScheduleJobBody,
  isBodyOptional: true,
  check: (body) => ({ errors: jobVisitErrors(body) }),
  refusals: visitRefusals,
  async run(tx, { params, body }) {
    const visit = visitOf(body);
    let isStepTaken = false;
    const job = await takeStep(tx, params.id, SCHEDULE, async () => {
      isStepTaken = true;
      if (visit !== null) await bookVisitOfJob(tx, params.id, visit);
      return {};
    });
    // With a 200 the caller would believe that the second appointment was booked.
    if (visit !== null && !isStepTaken) {
      throw conflict(
        'job_scheduled',
        'This job is already scheduled. To book another appointment, use POST /v1/appointments with its job_id.',
      );
    }
    return { status: 200, body: job };
  },
});
