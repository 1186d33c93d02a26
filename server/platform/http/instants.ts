import type { Ajv } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { isObject } from '../is-object.ts';

/**
 * Times in requests. Any ISO 8601 instant with an offset is accepted, such as `20270301T0900-05`; the rest of the code gets
 * those that every program reads, such as `2027-03-01T14:00:00Z`.
 */

const COMMON = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** The time in its common form; null if it is not an instant. */
export function readInstant(text: string): string | null {
  try {
    const instant = Temporal.Instant.from(text);
    const isCommon = COMMON.test(text) && !Number.isNaN(Date.parse(text));
    return isCommon ? text : instant.toString();
  } catch {
    return null;
  }
}

/** Added to schemas by `withInstants`; a keyword can replace the value that it is applied to, and a format cannot. */
const KEYWORD = 'x-instant';

export function addInstants(ajv: Ajv): void {
  ajv.addFormat('date-time', (text) => readInstant(text) !== null);
  ajv.addKeyword({
    keyword: KEYWORD,
    type: 'string',
    modifying: true,
    errors: false,
    validate: (_schema: unknown, text: string, _parent?: unknown, at?: DataValidationCxt) => {
      if (at) at.parentData[at.parentDataProperty] = readInstant(text) ?? text;
      return true;
    },
  });
}

const converted = new WeakMap<object, object>();

/** The same schema, so that every time of a valid value is replaced by its common form. Always the same object. */
export function withInstants(schema: object): object {
  const known = converted.get(schema) ?? convert(schema);
  converted.set(schema, known);
  return known;
}

function convert(schema: object): object {
  return Object.fromEntries(
    Object.entries({ ...schema, ...(isInstant(schema) && { [KEYWORD]: true }) }).map(
      ([name, member]) => [name, inMember(member)],
    ),
  );
}

function inMember(member: unknown): unknown {
  if (Array.isArray(member)) return member.map(inMember);
  return isObject(member) ? convert(member) : member;
}

function isInstant(schema: object): boolean {
  return 'format' in schema && schema.format === 'date-time';
}
