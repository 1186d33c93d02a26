import type { Environment } from '@marcbachmann/cel-js';
import { BoundedCache } from '../platform/bounded-cache.ts';
import { firstLine } from '../platform/first-line.ts';
import { type NamePath, namesIn, slowPartOf } from './condition-syntax.ts';

/** Conditions in CEL: read and checked when they are saved, and decided by when something happens. */

export type Condition<Variables extends object> =
  | { names: NamePath[]; evaluate: (variables: Variables) => Outcome }
  | { unreadable: string };

/** `failure` says why there is neither yes nor no, such as a field that is not there. */
export type Outcome = { value: boolean } | { failure: string };

const MAX_MESSAGE_LENGTH = 300;

/**
 * Reads the conditions of one environment. What was read is kept, because every lead and every event of an
 * organization asks for the same; the oldest goes first. Variables that are left out have their default.
 */
export function conditionReader<Variables extends object>(
  environment: Environment,
  options: { maxKept: number; defaults?: Variables },
): (text: string) => Condition<Variables> {
  const kept = new BoundedCache<string, Condition<Variables>>(options.maxKept);
  return (text) => {
    const known = kept.get(text);
    if (known) return known;
    const condition = parse(environment, text, options.defaults);
    kept.set(text, condition);
    return condition;
  };
}

function parse<Variables extends object>(
  environment: Environment,
  text: string,
  defaults: Variables | undefined,
): Condition<Variables> {
  try {
    const expression = environment.parse(text);
    const slowPart = slowPartOf(expression.ast);
    if (slowPart !== null) return { unreadable: slowPart };
    const checked = expression.check();
    if (!checked.valid) return { unreadable: firstLine(checked.error, MAX_MESSAGE_LENGTH) };
    if (checked.type !== 'bool' && checked.type !== 'dyn') {
      return { unreadable: notBoolean(checked.type) };
    }
    return {
      names: namesIn(expression.ast),
      evaluate: (variables) => decide(() => expression({ ...defaults, ...variables })),
    };
  } catch (error) {
    return { unreadable: firstLine(error, MAX_MESSAGE_LENGTH) };
  }
}

function decide(expression: () => unknown): Outcome {
  try {
    const value = expression();
    if (typeof value === 'boolean') return { value };
    return { failure: notBoolean(value === null ? 'null' : typeof value) };
  } catch (error) {
    return { failure: firstLine(error, MAX_MESSAGE_LENGTH) };
  }
}

function notBoolean(type: string | undefined): string {
  return `it says ${type}, not true or false`;
}
