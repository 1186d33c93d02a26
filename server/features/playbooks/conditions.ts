import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { isNode, LOOPS, slowPartOf } from '../../domain/slow-rules.ts';
import { firstLine } from '../../platform/first-line.ts';

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
const MAX_MESSAGE_LENGTH = 300;

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

/** What a condition names: `lead.name` is ['lead', 'name'], `lead` alone is ['lead']. */
export type NamePath = [root: string, field?: string];

export type Condition =
  | { names: NamePath[]; evaluate: (variables: ConditionVariables) => Outcome }
  | { unreadable: string };

/** `failure` says why there is neither yes nor no, such as a field that is not there. */
export type Outcome = { value: boolean } | { failure: string };

/** What was read is kept, as every event of an organization asks the same; the oldest goes first. */
const read = new Map<string, Condition>();
const READ_AT_MOST = 2_000;

export function readCondition(text: string): Condition {
  const known = read.get(text);
  if (known) return known;
  const condition = parse(text);
  if (read.size >= READ_AT_MOST) read.delete(read.keys().next().value!);
  read.set(text, condition);
  return condition;
}

/** The condition on what is true now. Variables that are left out are null. */
export function evaluate(text: string, variables: ConditionVariables): Outcome {
  const condition = readCondition(text);
  return 'unreadable' in condition
    ? { failure: condition.unreadable }
    : condition.evaluate(variables);
}

function parse(text: string): Condition {
  try {
    const expression = celEnvironment.parse(text);
    const slowPart = slowPartOf(expression.ast);
    if (slowPart !== null) return { unreadable: slowPart };
    const checked = expression.check();
    if (!checked.valid) return { unreadable: firstLine(checked.error, MAX_MESSAGE_LENGTH) };
    if (checked.type !== 'bool' && checked.type !== 'dyn') {
      return { unreadable: `it says ${checked.type}, not true or false` };
    }
    return {
      names: namesIn(expression.ast),
      evaluate: (variables) => {
        try {
          const value: unknown = expression({ ...NOTHING, ...variables });
          if (typeof value === 'boolean') return { value };
          return {
            failure: `it says ${value === null ? 'null' : typeof value}, not true or false`,
          };
        } catch (error) {
          return { failure: firstLine(error, MAX_MESSAGE_LENGTH) };
        }
      },
    };
  } catch (error) {
    return { unreadable: firstLine(error, MAX_MESSAGE_LENGTH) };
  }
}

const NOTHING = {
  ...Object.fromEntries(CONDITION_VARIABLES.map((name) => [name, null])),
  now: new Date(0),
};

function namesIn(ast: ASTNode): NamePath[] {
  const names: NamePath[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const part of value) visit(part);
    if (!isNode(value)) return;
    const { op, args } = value;
    if (op === 'id') names.push([args]);
    else if ((op === '.' || op === '.?') && args[0].op === 'id') {
      names.push([args[0].args, args[1]]);
    } else if (op === 'rcall') {
      const [name, receiver, given] = args;
      visit(receiver);
      // The name of the loop's own variable is none of ours.
      const own = LOOPS.has(name) ? (given[0] as ASTNode | undefined) : undefined;
      const before = names.length;
      visit(given);
      if (own?.op === 'id') forget(names, before, own.args);
    } else visit(args);
  };
  visit(ast);
  return names;
}

function forget(names: NamePath[], from: number, name: string): void {
  const kept = names.slice(from).filter(([root]) => root !== name);
  names.splice(from, names.length - from, ...kept);
}
