import type { WaitStep } from '../definition.ts';
import { LONGEST_WAIT_DAYS } from '../definition.ts';
import { addDuration } from '../durations.ts';
import { filledIn, readTime } from '../steps/texts.ts';
import type { TextVariables } from '../texts.ts';
import type { RunRow } from './queries.ts';
import { StepFailure } from './step-failure.ts';

const DAY_MS = 86_400_000;

/** Until when a run waits, and for what kind of event, if for one. */
export interface Waiting {
  until: Date;
  for: string | null;
}

/** Days are counted in the organization's zone, so that P1D is the same time tomorrow. */
export function beginWait(
  step: WaitStep,
  variables: TextVariables,
  now: Date,
  timeZone: string,
): Waiting {
  if ('duration' in step.with) {
    return { until: addDuration(now, step.with.duration, timeZone), for: null };
  }
  if ('until' in step.with) {
    const until = readTime(filledIn(step.with.until, variables));
    if (until.getTime() - now.getTime() > LONGEST_WAIT_DAYS * DAY_MS) {
      const detail = `It would wait until ${until.toISOString()}; at most ${LONGEST_WAIT_DAYS} days are possible.`;
      throw new StepFailure('wait_too_long', detail);
    }
    return { until, for: null };
  }
  return { until: addDuration(now, step.with.timeout, timeZone), for: step.with.event };
}

/** What came of a wait: the event, or nothing in time. */
export function endWait(run: RunRow, step: WaitStep, now: Date): unknown {
  if (!('event' in step.with)) return { resumed_at: now.toISOString() };
  return { timed_out: run.resumed_by === null, event: run.resumed_by };
}
