import { renderText, type TextVariables } from '../texts.ts';
import { StepFailure } from './step-failure.ts';

/** The text, filled in; a step that says something wrong is worse than one that fails. */
export function filledIn(text: string, variables: TextVariables): string {
  const result = renderText(text, variables);
  if ('text' in result) return result.text;
  throw new StepFailure(
    'text_not_applicable',
    `A text of this step cannot be filled in: ${result.failure}. Mend the playbook, or what it names.`,
  );
}

export function filledInOrNull(text: string | undefined, variables: TextVariables): string | null {
  return text === undefined ? null : filledIn(text, variables);
}

/** The same value with every text in it filled in, however deep. */
export function filledInThroughout<Value>(value: Value, variables: TextVariables): Value;
export function filledInThroughout(value: unknown, variables: TextVariables): unknown {
  if (typeof value === 'string') return filledIn(value, variables);
  if (Array.isArray(value)) return value.map((member) => filledInThroughout(member, variables));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, filledInThroughout(member, variables)]),
  );
}

/** A time that was given, or that a text came to. */
export function readTime(text: string): Date {
  const isWhole = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/.test(
    text.trim(),
  );
  const at = new Date(isWhole ? text.trim() : Number.NaN);
  if (!Number.isNaN(at.getTime())) return at;
  const detail = `“${text.slice(0, 100)}” is not a time such as 2027-03-02T09:00:00-05:00.`;
  throw new StepFailure('invalid_time', detail);
}
