import type { Outcome } from '../../platform/sandbox/jobs.ts';
import { sandbox } from '../../platform/sandbox/sandbox.ts';

/**
 * Variables of CEL conditions; each is null if it has no value. The same scope checks conditions when a playbook is
 * saved and evaluates them when it runs.
 */
export const CONDITION_VARIABLES = [
  'event',
  'data',
  'lead',
  'customer',
  'job',
  'appointment',
  'invoice',
  'input',
  'steps',
  'now',
] as const;

export type ConditionVariables = Partial<
  Record<(typeof CONDITION_VARIABLES)[number], unknown> & { now: Date }
>;

export const MAX_CONDITION_LENGTH = 2_000;

const SCOPE = CONDITION_VARIABLES.map((name) =>
  name === 'now' ? `${name}:Timestamp` : `${name}:dyn`,
).join(',');

/** The variables that each condition uses, or why it is not valid CEL. */
export function readConditions(organizationId: string, conditions: readonly string[]) {
  return sandbox.readConditions(organizationId, SCOPE, conditions);
}

export function evaluate(
  organizationId: string,
  condition: string,
  variables: ConditionVariables,
): Promise<Outcome> {
  return sandbox.decide(organizationId, SCOPE, condition, variables);
}
