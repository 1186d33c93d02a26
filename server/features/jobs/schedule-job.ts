import { conflict } from '../../platform/errors.ts';
import { closedObject } from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { jobScheduled } from './events.ts';
import { described, type StepSpec, take } from './take-step.ts';
import { bookVisitOfJob, jobVisitErrors, jobVisitFields, visitOf, visitRefusals } from './visit.ts';

const ScheduleJobBody = closedObject(
  'ScheduleJob',
  'The appointment to book with it; empty where there is one already, or none yet.',
  jobVisitFields,
);

const SCHEDULE: StepSpec = {
  id: 'scheduleJob',
  step: 'schedule',
  event: jobScheduled,
  summary: 'Schedule a job',
  description:
    'Somebody will do it. With `starts_at` an appointment is booked under the job in the same transaction: a time that is taken is refused as `slot_taken`, and then the job stays as it was. More appointments are booked with `POST /v1/appointments` and `job_id`.',
};

export const scheduleJob = mutation({
  ...described(SCHEDULE),
  params: { id: 'job' },
  body: ScheduleJobBody,
  isBodyOptional: true,
  check: (body) => ({ errors: jobVisitErrors(body) }),
  refusals: visitRefusals,
  async run(tx, { params, body }) {
    const visit = visitOf(body);
    let isTaken = false;
    const job = await take(tx, params.id, SCHEDULE, async () => {
      isTaken = true;
      if (visit !== null) await bookVisitOfJob(tx, params.id, visit);
      return {};
    });
    // Left unsaid, the second appointment would seem to be booked.
    if (visit !== null && !isTaken) {
      throw conflict(
        'job_scheduled',
        'This job is scheduled already. Book another appointment with POST /v1/appointments and its job_id.',
      );
    }
    return { status: 200, body: job };
  },
});
