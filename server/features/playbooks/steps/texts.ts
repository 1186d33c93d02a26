import { renderText, type TextVariables } from '../texts.ts';
import { StepFailure } from './step-failure.ts';

/** The rendered text. The step fails if a value is missing: that is better than sending a wrong text. */
export function renderOrFail(text: string, variables: TextVariables): string {
  const result = renderText(text, variables);
  if ('text' in result) return result.text;
  throw new StepFailure(
    'text_not_applicable',
    `A text of this step cannot be rendered: ${result.failure}. Correct the playbook, or add the missing data.`,
  );
}

export function renderOptional(text: string | undefined, variables: TextVariables): string | null {
  return text === undefined ? null : renderOrFail(text, variables);
}

/** Renders every string in a JSON value. */
export function renderDeep<Value>(value: Value, variables: TextVariables): Value;
export function renderDeep(value: unknown, variables: TextVariables): unknown {
  if (typeof value === 'string') return renderOrFail(value, variables);
  if (Array.isArray(value)) return value.map((member) => renderDeep(member, variables));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, renderDeep(member, variables)]),
  );
}

/** Reads a time with an offset from UTC. */
export function readTime(text: string): Date {
  const isWhole = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/.test(
    text.trim(),
  );
  const at = new Date(isWhole ? text.trim() : Number.NaN);
  if (!Number.isNaN(at.getTime())) return at;
  const detail = `“${text.slice(0, 100)}” is not a time such as 2027-03-02T09:00:00-05:00. Correct the playbook or the data it uses.`;
  throw new StepFailure('invalid_time', detail);
}
