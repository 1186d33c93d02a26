import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { firstLine, parseRule } from '../../domain/cel-rule.ts';
import { isNode, LOOPS } from '../../domain/slow-rules.ts';
import { BoundedCache } from '../../platform/bounded-cache.ts';

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

/** What a condition names: `lead.name` is ['lead', 'name'], `lead` alone is ['lead']. */
export type NamePath = [root: string, field?: string];

export type Condition =
  | { names: NamePath[]; evaluate: (variables: ConditionVariables) => Outcome }
  | { unreadable: string };

/** `failure` says why there is neither yes nor no, such as a field that is not there. */
export type Outcome = { value: boolean } | { failure: string };

/** What was read is kept, as every event of an organization asks the same; the oldest goes first. */
const read = new BoundedCache<string, Condition>(2_000);
const LONGEST_MESSAGE = 300;

export function readCondition(text: string): Condition {
  const known = read.get(text);
  if (known) return known;
  const condition = parse(text);
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
  const rule = parseRule(celEnvironment, text);
  if ('unreadable' in rule) return { unreadable: rule.unreadable.slice(0, LONGEST_MESSAGE) };
  const { expression } = rule;
  return {
    names: namesIn(expression.ast),
    evaluate(variables) {
      try {
        const value: unknown = expression({ ...NOTHING, ...variables });
        if (typeof value === 'boolean') return { value };
        return { failure: `it says ${value === null ? 'null' : typeof value}, not true or false` };
      } catch (error) {
        return { failure: firstLine(error).slice(0, LONGEST_MESSAGE) };
      }
    },
  };
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
      const own = LOOPS.has(name) ? given[0] : undefined;
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
