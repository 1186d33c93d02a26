import { Environment } from '@marcbachmann/cel-js';
import { conditionReader, type Outcome } from '../../domain/conditions.ts';

/**
 * Variables of CEL conditions; each is null if it has no value. The same CEL environment checks conditions when a
 * playbook is saved and evaluates them when it runs.
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

export const celEnvironment = new Environment({
  unlistedVariablesAreDyn: false,
  homogeneousAggregateLiterals: false,
  // `customer.?name.orValue('')` reads a value that may be absent.
  enableOptionalTypes: true,
  limits: { maxAstNodes: 500, maxDepth: 50 },
});
for (const name of CONDITION_VARIABLES) {
  celEnvironment.registerVariable(name, name === 'now' ? 'google.protobuf.Timestamp' : 'dyn');
}
// JSON numbers are doubles and literals in conditions are integers; `invoice.total / 100 > 50` must still work.
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

const DEFAULT_VARIABLES: ConditionVariables = {
  ...Object.fromEntries(CONDITION_VARIABLES.map((name) => [name, null])),
  now: new Date(0),
};

export const readCondition = conditionReader(celEnvironment, {
  maxCached: 2_000,
  defaults: DEFAULT_VARIABLES,
});
export type Condition = ReturnType<typeof readCondition>;

export function evaluate(text: string, variables: ConditionVariables): Outcome {
  const condition = readCondition(text);
  return 'unreadable' in condition
    ? { failure: condition.unreadable }
    : condition.evaluate(variables);
}
