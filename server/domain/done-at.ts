import Type from 'typebox';
import { validationFailed } from '../platform/errors.ts';
import { closedObject } from '../platform/http/fields.ts';

/** Work that was done without signal arrives later: `at` says when it was done. Pure rules. */

const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** The clock of a phone can be a little ahead of ours. What it sends is then stored as now. */
const MAX_AHEAD_MS = 60 * 1000;

export function doneAt(done: string) {
  return Type.Optional(
    Type.String({
      format: 'date-time',
      description: `When it was ${done}, if it is sent later: at most 24 hours ago. Default: now.`,
      examples: ['2027-03-02T09:12:00-08:00'],
    }),
  );
}

/** The body of a step that needs nothing else. */
export const DoneAtBody = closedObject(
  'DoneAt',
  'When the step was taken.',
  { at: doneAt('done') },
  { example: {} },
);

/** A step that was taken before, and the sentence that names it. */
export interface EarlierStep {
  at: Date | null;
  name: string;
}

/** When it was done. Throws 422 for a time that cannot be right: too old, in the future, or before an earlier step. */
export function readDoneAt(
  { now }: { now: Date },
  at: string | undefined,
  ...earlier: EarlierStep[]
): Date {
  if (at === undefined) return now;
  const time = new Date(at);
  if (time.getTime() > now.getTime() + MAX_AHEAD_MS) {
    throw refused(
      'out_of_range',
      `The field at is in the future. It is ${now.toISOString()} now: check the clock of the device, or leave at out.`,
    );
  }
  if (time.getTime() < now.getTime() - MAX_AGE_MS) {
    throw refused(
      'out_of_range',
      'The field at is more than 24 hours ago. Leave it out, and write down the time in a note.',
    );
  }
  const later = earlier.find((step) => step.at !== null && step.at > time);
  if (later?.at) {
    throw refused(
      'before_last_step',
      `The field at is before ${later.name} at ${later.at.toISOString()}. Send a later time.`,
    );
  }
  return time > now ? now : time;
}

function refused(code: string, detail: string) {
  return validationFailed([{ pointer: '/at', code, detail }]);
}
