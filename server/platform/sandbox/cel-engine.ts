import { Environment } from '@marcbachmann/cel-js';
import { firstLine } from '../first-line.ts';
import { namesIn, refusedPartOf } from './cel-syntax.ts';
import type { ConditionNames, ConditionScope, NamePath, Outcome } from './jobs.ts';
import { ParsedCache } from './parsed-cache.ts';

/** Conditions in CEL. Runs only in a thread of the sandbox, which ends it when it takes too long. */

type Condition =
  | { names: NamePath[]; evaluate: (variables: object) => Outcome }
  | { unreadable: string };

const MAX_MESSAGE_LENGTH = 300;
const MAX_CACHED_LENGTH = 100_000;

interface Scope {
  environment: Environment;
  /** The value of each variable that is not given. */
  defaults: Readonly<Record<string, unknown>>;
  cache: ParsedCache<Condition>;
}

const scopes = new Map<ConditionScope, Scope>();

export function readCondition(scope: ConditionScope, text: string): ConditionNames {
  const condition = parsed(scope, text);
  return 'unreadable' in condition ? condition : { names: condition.names };
}

export function decide(scope: ConditionScope, text: string, variables: object): Outcome {
  const condition = parsed(scope, text);
  return 'unreadable' in condition
    ? { failure: condition.unreadable }
    : condition.evaluate(variables);
}

function parsed(name: ConditionScope, text: string): Condition {
  const scope = scopeOf(name);
  return scope.cache.get(text, (unparsed) => parse(scope, unparsed));
}

function scopeOf(name: ConditionScope): Scope {
  const known = scopes.get(name);
  if (known) return known;
  const variables = name.split(',').map((variable) => variable.split(':'));
  const environment = newEnvironment();
  for (const [variable = '', type = 'dyn'] of variables) {
    environment.registerVariable(
      variable,
      type === 'Timestamp' ? 'google.protobuf.Timestamp' : type,
    );
  }
  const defaults = Object.fromEntries(
    variables.map(([variable, type]) => [variable, type === 'Timestamp' ? new Date(0) : null]),
  );
  const scope = { environment, defaults, cache: new ParsedCache<Condition>(MAX_CACHED_LENGTH) };
  scopes.set(name, scope);
  return scope;
}

function newEnvironment(): Environment {
  const environment = new Environment({
    unlistedVariablesAreDyn: false,
    homogeneousAggregateLiterals: false,
    // `customer.?name.orValue('')` reads a value that may be absent.
    enableOptionalTypes: true,
    limits: { maxAstNodes: 500, maxDepth: 50 },
  });
  // JSON numbers are doubles and literals in conditions are integers; `invoice.total / 100 > 50` must still work.
  for (const [operator, result] of Object.entries(calculate)) {
    const handler = (a: number | bigint, b: number | bigint) => result(Number(a), Number(b));
    environment.registerOperator(`double ${operator} int: double`, handler);
    environment.registerOperator(`int ${operator} double: double`, handler);
  }
  return environment;
}

const calculate: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

function parse({ environment, defaults }: Scope, text: string): Condition {
  try {
    const expression = environment.parse(text);
    const refused = refusedPartOf(expression.ast);
    if (refused !== null) return { unreadable: refused };
    const checked = expression.check();
    if (!checked.valid) return { unreadable: firstLine(checked.error, MAX_MESSAGE_LENGTH) };
    if (checked.type !== 'bool' && checked.type !== 'dyn') {
      return { unreadable: notBoolean(checked.type) };
    }
    return {
      names: namesIn(expression.ast),
      evaluate: (variables) => outcomeOf(() => expression({ ...defaults, ...variables })),
    };
  } catch (error) {
    return { unreadable: firstLine(error, MAX_MESSAGE_LENGTH) };
  }
}

function outcomeOf(expression: () => unknown): Outcome {
  try {
    const value = expression();
    if (typeof value === 'boolean') return { value };
    return { failure: notBoolean(value === null ? 'null' : typeof value) };
  } catch (error) {
    return { failure: firstLine(error, MAX_MESSAGE_LENGTH) };
  }
}

function notBoolean(type: string | undefined): string {
  return `it returns ${type}, not true or false`;
}
