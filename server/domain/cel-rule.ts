import type { Environment, ParseResult } from '@marcbachmann/cel-js';
import { slowPartOf } from './slow-rules.ts';

/** A rule in CEL that says true or false, and takes no longer than a moment; or why it is none. */
export function parseRule(
  environment: Environment,
  text: string,
): { expression: ParseResult } | { unreadable: string } {
  try {
    const expression = environment.parse(text);
    const slowPart = slowPartOf(expression.ast);
    if (slowPart !== null) return { unreadable: slowPart };
    const checked = expression.check();
    if (!checked.valid) return { unreadable: firstLine(checked.error) };
    if (checked.type !== 'bool' && checked.type !== 'dyn') {
      return { unreadable: `it says ${checked.type}, not true or false` };
    }
    return { expression };
  } catch (error) {
    return { unreadable: firstLine(error) };
  }
}

/** Of what CEL says about a mistake; the other lines draw where it is. */
export function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [line = ''] = message.split('\n', 1);
  return line.trim();
}
