import type { FieldError } from '../errors.ts';
import { isObject } from '../is-object.ts';
import { escapePointer } from './field-errors.ts';
import { MAX_DEPTH } from './validation.ts';

/**
 * Refuses what is far too long before anything else looks at it: the validator reports every error, so 340,000 empty
 * lines of an invoice took it 10 s. What is a little too long is left to the validator, which reports it together
 * with all other errors.
 */
export function sizeErrors(schema: unknown, value: unknown, pointer = '', depth = 0): FieldError[] {
  if (depth > MAX_DEPTH) return [];
  // Where the schema says nothing, such as in the input of a playbook, general limits apply.
  const sizes = isObject(schema) ? schema : {};
  if (typeof value === 'string') return textErrors(sizes, value, pointer);
  if (Array.isArray(value)) return listErrors(sizes, value, pointer, depth);
  if (isObject(value)) return objectErrors(sizes, value, pointer, depth);
  return [];
}

/** Unknown fields are reported one by one, up to this many. */
const MAX_UNKNOWN_FIELDS = 50;
/** Where the schema has no limit. */
const MAX_ITEMS = 1_000;
const MAX_FIELDS = 1_000;
const MAX_CHARACTERS = 200_000;

function textErrors(schema: Sizes, text: string, pointer: string): FieldError[] {
  const limit = limitOf(schema.maxLength, MAX_CHARACTERS);
  if (!isFarOver(text.length, limit)) return [];
  return [tooLong(pointer, `must have at most ${limit} characters`)];
}

function listErrors(
  schema: Sizes,
  list: readonly unknown[],
  pointer: string,
  depth: number,
): FieldError[] {
  const limit = limitOf(schema.maxItems, MAX_ITEMS);
  if (isFarOver(list.length, limit))
    return [tooLong(pointer, `must have at most ${limit} entries`)];
  return list.flatMap((item, index) =>
    sizeErrors(schema.items, item, `${pointer}/${index}`, depth + 1),
  );
}

function objectErrors(
  schema: Sizes,
  value: Record<string, unknown>,
  pointer: string,
  depth: number,
): FieldError[] {
  const known = isObject(schema.properties) ? schema.properties : {};
  const names = Object.keys(value);
  const isClosed = schema.additionalProperties === false;
  const most = isClosed ? Object.keys(known).length + MAX_UNKNOWN_FIELDS : MAX_FIELDS;
  const limit = limitOf(schema.maxProperties, most);
  if (names.length > limit) return [tooLong(pointer, `must have at most ${limit} fields`)];
  return names.flatMap((name) =>
    sizeErrors(
      Object.hasOwn(known, name) ? known[name] : schema.additionalProperties,
      value[name],
      `${pointer}/${escapePointer(name)}`,
      depth + 1,
    ),
  );
}

/** Twice the limit and some more. A character can be two units long, so a valid text is never far over. */
function isFarOver(size: number, limit: number): boolean {
  return size > 2 * limit + 1_000;
}

type Sizes = Record<string, unknown>;

function limitOf(limit: unknown, otherwise: number): number {
  return typeof limit === 'number' ? limit : otherwise;
}

function tooLong(pointer: string, rule: string): FieldError {
  const name = pointer === '' ? 'The body' : `The field ${pointer.slice(1).replaceAll('/', '.')}`;
  return { pointer, code: 'too_long', detail: `${name} ${rule}.` };
}
