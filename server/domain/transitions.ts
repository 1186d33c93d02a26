import { conflict, type Problem } from '../platform/errors.ts';

/** Resources with a status: which step is allowed from which status. Pure rules. */

export interface Transitions<Step extends string, Status extends string> {
  /** The steps allowed from this status, in the order of the table. */
  allowedSteps(status: Status): Step[];
  isAllowed(step: Step, status: Status): boolean;
  /** Refuses a step with 409 and lists the steps that are allowed instead. */
  assertAllowed(step: Step, status: Status): void;
}

/**
 * The rules for a table of steps. `name` is the name of the resource, and `whenOver` tells the caller what to do
 * when no step is left: "Book another one".
 */
export function transitions<Step extends string, Status extends string>(
  steps: { readonly [Name in Step]: { readonly from: readonly Status[] } },
  { name, whenOver }: { name: string; whenOver: string },
): Transitions<Step, Status> {
  const isStep = (key: string): key is Step => Object.hasOwn(steps, key);
  const isAllowed = (step: Step, status: Status) => steps[step].from.includes(status);
  const allowedSteps = (status: Status) =>
    Object.keys(steps)
      .filter(isStep)
      .filter((step) => isAllowed(step, status));
  return {
    allowedSteps,
    isAllowed,
    assertAllowed(step, status) {
      if (isAllowed(step, status)) return;
      throw transitionNotAllowed({ name, status, allowed: allowedSteps(status), whenOver });
    },
  };
}

export function transitionNotAllowed(refused: {
  name: string;
  status: string;
  allowed: readonly string[];
  whenOver: string;
}): Problem {
  const { name, status, allowed, whenOver } = refused;
  const next =
    allowed.length === 0
      ? `no more steps are allowed. ${whenOver}`
      : `allowed steps are ${allowed.join(', ')}`;
  const extra = { status_now: status, allowed };
  return conflict('transition_not_allowed', `This ${name} is ${status}: ${next}.`, extra);
}

/** For the description of an operation: `booked`, `confirmed`. */
export function quoteStatuses(statuses: readonly string[]): string {
  return statuses.map((status) => `\`${status}\``).join(', ');
}
