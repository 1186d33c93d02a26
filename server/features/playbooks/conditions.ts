import { Environment } from '@marcbachmann/cel-js';
import { conditionReader, type Outcome } from '../../domain/conditions.ts';

/**
 * Conditions in CEL: the same environment checks them when a playbook is saved and decides by them when
 * it runs. What they see is `event`, `lead` and so on, each null where there is none.
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

export const LONGEST_CONDITION = 2_000;

export const celEnvironment = new Environment({
  unlistedVariablesAreDyn: false,
  homogeneousAggregateLiterals: false,
  // `customer.?name.orValue('')` reads what may not be there.
  enableOptionalTypes: true,
  limits: { maxAstNodes: 500, maxDepth: 50 },
});
for (const name of CONDITION_VARIABLES) {
  celEnvironment.registerVariable(name, name === 'now' ? 'google.protobuf.Timestamp' : 'dyn');
}
// Numbers in JSON are doubles and those in a condition integers: `invoice.total / 100 > 50` should count.
const calculate: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};
for (const [operator, result] of Object.entries(calculate)) {
  const handler = (a: number | bigint, b: number | bigint) => result(Number(a), Number(b));
  celEnvironment.registerOperator(`double ${operator} int: double`, handler);
  celEnvironment.registerOperator(`int ${operator} double: double`, handler);
}

/** Variables that are left out are null. */
const NOTHING: ConditionVariables = {
  ...Object.fromEntries(CONDITION_VARIABLES.map((name) => [name, null])),
  now: new Date(0),
};

export const readCondition = conditionReader(celEnvironment, {
  maxCached: 2_000,
  defaults: NOTHING,
});
export type Condition = ReturnType<typeof readCondition>;

/** The condition on what is true now. */
export function evaluate(text: string, variables: ConditionVariables): Outcome {
  const condition = readCondition(text);
  return 'unreadable' in condition
    ? { failure: condition.unreadable }
    : condition.evaluate(variables);
}
