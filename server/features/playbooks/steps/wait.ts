import Type from 'typebox';
import { LONGEST_WAIT_DAYS } from '../definition.ts';
import { addDuration } from '../durations.ts';
import { hasLiquid, type TextVariables } from '../texts.ts';
import { checkAbsent, checkExactlyOne, checkMoment } from './checks.ts';
import { CLOSED, duration, moment } from './fields.ts';
import { step } from './step.ts';
import { StepFailure } from './step-failure.ts';
import { filledIn, readTime } from './texts.ts';

const DAY_MS = 86_400_000;

/** One of three; the schema says what may be there, and the check that it is one. */
type Wait =
  | { duration: string }
  /** RFC 3339, or Liquid that gives it. */
  | { until: string }
  /** A kind of event or a pattern, of the run's own lifecycle. */
  | { event: string; timeout: string; when?: string };

/** Lets the run rest for a time, until a time, or until something happens. */
export const wait = step({
  do: 'wait',
  schema: Type.Unsafe<Wait>(
    Type.Object(
      {
        duration: Type.Optional(duration),
        until: Type.Optional(moment),
        event: Type.Optional(Type.String({ maxLength: 100 })),
        timeout: Type.Optional(duration),
        when: Type.Optional(Type.String()),
      },
      CLOSED,
    ),
  ),
  effect: 'none',
  check(check, given, pointer) {
    checkExactlyOne(check, given, ['duration', 'until', 'event'], pointer);
    check.duration(given.duration, `${pointer}/duration`);
    checkMoment(check, given.until, `${pointer}/until`);
    if (given.event === undefined) {
      checkAbsent(check, given, ['timeout', 'when'], pointer, 'a wait for an event');
      return;
    }
    if (typeof given.event === 'string') check.eventPattern(given.event, `${pointer}/event`);
    if (given.timeout === undefined) {
      const detail = 'A wait for an event ends some day, whether it came or not: give a timeout.';
      check.add(`${pointer}/timeout`, 'required', detail);
    }
    check.duration(given.timeout, `${pointer}/timeout`);
    if (typeof given.when === 'string') check.condition(given.when, `${pointer}/when`);
  },
  /** Only a time that is written down; one that is filled in later is looked at then. */
  checkAt(step, pointer, now) {
    if (!('until' in step.with) || hasLiquid(step.with.until)) return [];
    if (Date.parse(step.with.until) <= latest(now)) return [];
    const detail = `It must be at most ${LONGEST_WAIT_DAYS} days from now.`;
    return [{ pointer: `${pointer}/with/until`, code: 'wait_too_long', detail }];
  },
  async perform({ tx, step, variables, organization, show }) {
    const { time_zone } = await organization();
    const { until, event } = beginWait(step.with, variables, tx.now, time_zone);
    show(step.with);
    const output = { until: until.toISOString() };
    if (event === null && until <= tx.now) return { status: 'completed', output };
    return { status: 'waiting', until, event, output };
  },
  /** The event, or nothing in time. */
  outputAfterWait(step, run, now) {
    if (!('event' in step.with)) return { resumed_at: now.toISOString() };
    return { timed_out: run.resumed_by === null, event: run.resumed_by };
  },
});

/** Days are counted in the organization's zone, so that P1D is the same time tomorrow. */
function beginWait(
  wait: Wait,
  variables: TextVariables,
  now: Date,
  timeZone: string,
): { until: Date; event: string | null } {
  if ('duration' in wait) {
    return { until: addDuration(now, wait.duration, timeZone), event: null };
  }
  if ('event' in wait) {
    return { until: addDuration(now, wait.timeout, timeZone), event: wait.event };
  }
  const until = readTime(filledIn(wait.until, variables));
  if (until.getTime() > latest(now)) {
    const detail = `It would wait until ${until.toISOString()}; at most ${LONGEST_WAIT_DAYS} days are possible.`;
    throw new StepFailure('wait_too_long', detail);
  }
  return { until, event: null };
}

function latest(now: Date): number {
  return now.getTime() + LONGEST_WAIT_DAYS * DAY_MS;
}
