import { oneOfErrors } from '../../domain/one-of.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import type { Definition } from './definition.ts';
import { TARGETS } from './runtime/run.ts';
import { isTooDeep } from './runtime/storable.ts';
import { kindOf } from './steps/index.ts';

/** The rules of a request for a run that its schema cannot express. */

const MAX_INPUT_BYTES = 64 * 1024;
const ABOUT = 'what the run is about';

export function requestErrors(body: Record<string, unknown>): FieldError[] {
  return [...targetErrors(body), ...inputErrors(body.input)];
}

/** At most one target: whether one is needed depends on the playbook. */
function targetErrors(body: Record<string, unknown>): FieldError[] {
  const isGiven = TARGETS.some((name) => body[name] !== undefined);
  return isGiven ? oneOfErrors(body, TARGETS, ABOUT) : [];
}

/** A run about nothing is possible only if no step needs more. */
export function assertNeedsNoTarget({ trigger, steps }: Definition): void {
  const [needed] = oneOfErrors({}, TARGETS, ABOUT);
  if (needed === undefined) return;
  if ('event' in trigger) {
    const reason = `This playbook starts at ${trigger.event}, so a run is about something.`;
    throw validationFailed([{ ...needed, detail: `${reason} ${needed.detail}` }]);
  }
  // A step with a condition can ask for it: lead != null.
  const step = steps.find((one) => one.when === undefined && kindOf(one).target?.(one));
  if (step === undefined) return;
  const target = kindOf(step).target?.(step);
  const reason = `The step ${step.id} (${step.do}) needs a ${target}.`;
  throw validationFailed([{ ...needed, detail: `${reason} ${needed.detail}` }]);
}

function inputErrors(input: unknown): FieldError[] {
  if (input === undefined) return [];
  if (isTooDeep(input)) {
    const detail = 'The field input must not be nested deeper than 20 levels.';
    return [{ pointer: '/input', code: 'too_deep', detail }];
  }
  if (Buffer.byteLength(JSON.stringify(input)) <= MAX_INPUT_BYTES) return [];
  const detail =
    'The field input must have at most 64 KiB. Store larger data elsewhere and pass its URL in input.';
  return [{ pointer: '/input', code: 'too_long', detail }];
}
