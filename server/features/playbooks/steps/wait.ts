import Type from 'typebox';
import { MAX_WAIT_DAYS } from '../definition.ts';
import { addDuration } from '../durations.ts';
import { hasLiquid } from '../texts.ts';
import { checkAbsent, checkExactlyOne, checkTimestamp } from './checks.ts';
import { CLOSED, duration, timestamp } from './fields.ts';
import { step } from './step.ts';
import { StepFailure } from './step-failure.ts';
import { readTime, render } from './texts.ts';
import {
  type AppointmentWait,
  appointmentWaitFields,
  isAppointmentWait,
  timerOf,
  waitForAppointment,
} from './wait-for-appointment.ts';

const DAY_MS = 86_400_000;
const VARIANTS = ['duration', 'until', 'before', 'after', 'event'];

/** One of five; the schema allows all fields, and `check` makes sure that exactly one variant is given. */
type Wait =
  | { duration: string }
  /** RFC 3339, or Liquid that renders to it. */
  | { until: string }
  /** An event type or a pattern, in the lifecycle of the run. */
  | { event: string; timeout: string; when?: string }
  | AppointmentWait;

export const wait = step({
  do: 'wait',
  description: `Waits for a duration, until a time, before or after the appointment of the run, or for an event; at most ${MAX_WAIT_DAYS} days.`,
  needs: () => [],
  schema: Type.Unsafe<Wait>(
    Type.Object(
      {
        duration: duration('How long to wait, as an ISO 8601 duration.', 'PT5M'),
        until: timestamp(
          'When the wait ends: RFC 3339, or Liquid that renders it.',
          '{{ appointment.starts_at }}',
        ),
        ...appointmentWaitFields,
        event: Type.Optional(
          Type.String({
            maxLength: 100,
            description:
              'Event type, or a pattern such as `job.*`, to wait for in the lifecycle of the run.',
            examples: ['communication.received'],
          }),
        ),
        timeout: duration(
          'Longest time to wait for the event, as an ISO 8601 duration. Required with `event`.',
          'P3D',
        ),
        when: Type.Optional(
          Type.String({
            description:
              'CEL condition on the event, only with `event`. If it is false, the wait continues.',
            examples: ["data.channel == 'sms'"],
          }),
        ),
      },
      { ...CLOSED, 'x-one-of': VARIANTS },
    ),
  ),
  effect: 'none',
  check(check, given, pointer) {
    checkExactlyOne(check, given, VARIANTS, pointer);
    for (const name of ['duration', 'before', 'after']) {
      check.duration(given[name], `${pointer}/${name}`);
    }
    if (given.before === undefined && given.after === undefined) {
      checkAbsent(check, given, ['anchor'], pointer, 'a wait before or after an appointment');
    }
    checkTimestamp(check, given.until, `${pointer}/until`);
    if (given.event === undefined) {
      checkAbsent(check, given, ['timeout', 'when'], pointer, 'a wait for an event');
      return;
    }
    if (typeof given.event === 'string') check.eventPattern(given.event, `${pointer}/event`);
    if (given.timeout === undefined) {
      const detail = 'A wait for an event needs a timeout such as P3D. Give one in timeout.';
      check.add(`${pointer}/timeout`, 'required', detail);
    }
    check.duration(given.timeout, `${pointer}/timeout`);
    if (typeof given.when === 'string') check.condition(given.when, `${pointer}/when`);
  },
  /** Only for a fixed time; Liquid is checked when it is rendered. */
  checkAtSave(step, pointer, now) {
    if (!('until' in step.with) || hasLiquid(step.with.until)) return [];
    if (Date.parse(step.with.until) <= latest(now)) return [];
    const detail = `The time must be at most ${MAX_WAIT_DAYS} days from now. Give an earlier time.`;
    return [{ pointer: `${pointer}/with/until`, code: 'wait_too_long', detail }];
  },
  async perform(context) {
    const { tx, step, variables, organization, traceInput } = context;
    const { time_zone } = await organization();
    const given = step.with;
    if (isAppointmentWait(given)) {
      traceInput(given);
      return waitForAppointment(context, timerOf(given), time_zone);
    }
    const wait = 'until' in given ? await render(tx, given, variables) : given;
    const { until, event } = beginWait(wait, tx.now, time_zone);
    traceInput(step.with);
    const output = { until: until.toISOString() };
    if (event === null && until <= tx.now) return { status: 'completed', output };
    return { status: 'waiting', until, event, output };
  },
  outputAfterWait(step, run, now) {
    if (isAppointmentWait(step.with)) return undefined;
    if (!('event' in step.with)) return { resumed_at: now.toISOString() };
    return { timed_out: run.resumed_by === null, event: run.resumed_by };
  },
});

/** Durations use the organization's time zone, so that P1D is the same local time tomorrow. */
function beginWait(
  wait: Exclude<Wait, AppointmentWait>,
  now: Date,
  timeZone: string,
): { until: Date; event: string | null } {
  if ('duration' in wait) {
    return { until: addDuration(now, wait.duration, timeZone), event: null };
  }
  if ('event' in wait) {
    return { until: addDuration(now, wait.timeout, timeZone), event: wait.event };
  }
  const until = readTime(wait.until);
  if (until.getTime() > latest(now)) {
    const detail = `The step would wait until ${until.toISOString()}, but a wait can be at most ${MAX_WAIT_DAYS} days. Correct the playbook or the data it uses.`;
    throw new StepFailure('wait_too_long', detail);
  }
  return { until, event: null };
}

function latest(now: Date): number {
  return now.getTime() + MAX_WAIT_DAYS * DAY_MS;
}
