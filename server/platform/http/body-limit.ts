import { isObject } from '../is-object.ts';
import { MAX_DEPTH } from './validation.ts';

/** Most bodies are a few kilobytes; this is enough for any that has no long texts and no lists. */
export const MIN_BODY_BYTES = 64 * 1024;
/** No operation needs more, and none could be validated within a few milliseconds if it took more. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Of an object whose properties are not ours to list. */
export const MAX_BYTES = 'x-max-bytes';

/** A character beyond the first 65,536, written as two escapes: some clients write everything but ASCII so. */
const MAX_BYTES_OF_CHARACTER = 12;
/** A number, a literal, or what surrounds a value. */
const BYTES_OF_VALUE = 32;

/**
 * The largest body that the schema could accept, as its limits say, rounded up to 64 KiB. A schema without limits gets
 * as much as any operation.
 */
export function bodyLimitOf(schema: object | null): number {
  if (schema === null) return MIN_BODY_BYTES;
  const steps = Math.ceil(bytesOf(schema, 0) / MIN_BODY_BYTES);
  return Math.min(Math.max(steps, 1) * MIN_BODY_BYTES, MAX_BODY_BYTES);
}

function bytesOf(schema: unknown, depth: number): number {
  if (!isObject(schema) || depth > MAX_DEPTH) return MAX_BODY_BYTES;
  if ('const' in schema || Array.isArray(schema.enum)) return bytesOfChoices(schema);
  const alternatives = [schema.anyOf, schema.oneOf].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  if (types.length === 0 && alternatives.length > 0) {
    return Math.max(...alternatives.map((one) => bytesOf(one, depth + 1)));
  }
  return Math.max(...types.map((type) => bytesOfType(type, schema, depth)), BYTES_OF_VALUE);
}

function bytesOfChoices(schema: Record<string, unknown>): number {
  const choices = Array.isArray(schema.enum) ? schema.enum : [schema.const];
  return (
    Math.max(...choices.map((choice) => MAX_BYTES_OF_CHARACTER * String(choice).length)) +
    BYTES_OF_VALUE
  );
}

function bytesOfType(type: string, schema: Record<string, unknown>, depth: number): number {
  const { maxLength, maxItems, items } = schema;
  if (type === 'string') {
    // A format or a whole pattern, such as a time or a currency, is short, or has a maximum too.
    const isShort = schema.format !== undefined || String(schema.pattern).startsWith('^');
    const characters = typeof maxLength === 'number' ? maxLength : isShort ? 100 : MAX_BODY_BYTES;
    return MAX_BYTES_OF_CHARACTER * characters + BYTES_OF_VALUE;
  }
  if (type === 'array') {
    return typeof maxItems === 'number' ? maxItems * bytesOf(items, depth + 1) : MAX_BODY_BYTES;
  }
  return type === 'object' ? bytesOfObject(schema, depth) : BYTES_OF_VALUE;
}

function bytesOfObject(schema: Record<string, unknown>, depth: number): number {
  if (typeof schema[MAX_BYTES] === 'number') return schema[MAX_BYTES];
  if (schema.additionalProperties !== false) return MAX_BODY_BYTES;
  const fields = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const sizes = fields.map(
    ([name, field]) => name.length + BYTES_OF_VALUE + bytesOf(field, depth + 1),
  );
  return sizes.reduce((sum, size) => sum + size, BYTES_OF_VALUE);
}
