import type { Environment } from '@marcbachmann/cel-js';
import { BoundedCache } from '../platform/bounded-cache.ts';
import { firstLine } from '../platform/first-line.ts';
import { type NamePath, namesIn, slowPartOf } from './condition-syntax.ts';

/** Conditions in CEL: parsed and checked when they are saved, and evaluated when something happens. */

export type Condition<Variables extends object> =
  | { names: NamePath[]; evaluate: (variables: Variables) => Outcome }
  | { unreadable: string };

/** `failure` is the reason why there is no result, such as a missing field. */
export type Outcome = { value: boolean } | { failure: string };

const MAX_MESSAGE_LENGTH = 300;

/**
 * Parses the conditions of one environment. Parsed conditions are cached, because every lead and event of an
 * organization uses the same ones; the oldest is removed first. Missing variables have their default value.
 */
export function conditionReader<Variables extends object>(
  environment: Environment,
  options: { maxCached: number; defaults?: Variables },
): (text: string) => Condition<Variables> {
  const cache = new BoundedCache<string, Condition<Variables>>(options.maxCached);
  return (text) => {
    const known = cache.get(text);
    if (known) return known;
    const condition = parse(environment, text, options.defaults);
    cache.set(text, condition);
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
  return `it returns ${type}, not true or false`;
}
