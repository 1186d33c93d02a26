import type { Tx } from '../../../platform/database/transaction.ts';
import { hasLiquid, renderTexts, type TextVariables } from '../texts.ts';
import { StepFailure } from './step-failure.ts';

/**
 * Renders every string in a JSON value, all in one evaluation. The step fails if a value is missing: that is better
 * than sending a wrong text.
 */
export async function render<Value>(
  { organizationId }: Pick<Tx, 'organizationId'>,
  value: Value,
  variables: TextVariables,
): Promise<Value> {
  const texts: string[] = [];
  replaceStrings(value, (text) => {
    if (hasLiquid(text)) texts.push(text);
    return text;
  });
  if (texts.length === 0) return value;
  const results = await renderTexts(organizationId, texts, variables);
  const rendered = new Map<string, string>();
  for (const [index, result] of results.entries()) {
    if ('failure' in result) throw notApplicable(result.failure);
    rendered.set(texts[index] ?? '', result.text);
  }
  return replaceStrings(value, (text) => rendered.get(text) ?? text);
}

function notApplicable(failure: string): StepFailure {
  return new StepFailure(
    'text_not_applicable',
    `A text of this step cannot be rendered: ${failure}. Correct the playbook, or add the missing data.`,
  );
}

/** The same value, with every string in it replaced. */
function replaceStrings<Value>(value: Value, replace: (text: string) => string): Value;
function replaceStrings(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((member) => replaceStrings(member, replace));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaceStrings(member, replace)]),
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
