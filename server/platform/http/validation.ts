import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';
import type { FieldError } from '../errors.ts';
import { isObject } from '../is-object.ts';
import { parseWebAddress } from '../web-address.ts';
import { addSpokenCodes } from './codes.ts';
import { removeEmptyFields } from './empty-fields.ts';
import { escapePointer, toFieldError } from './field-errors.ts';
import { addInstants, withInstants } from './instants.ts';
import { addNestedFields } from './nested-fields.ts';

/**
 * In a body, "5" is not 5. A query string has only text, so numbers and booleans are parsed from it. Unknown fields are
 * refused, and all errors are reported at once.
 */
const options = {
  allErrors: true,
  strict: true,
  strictTypes: false,
  useDefaults: true,
  verbose: true,
} as const;
const forBodies = new Ajv({ ...options, coerceTypes: false });
const forQueries = new Ajv({ ...options, coerceTypes: true });
for (const ajv of [forBodies, forQueries]) {
  addFormats.default(ajv);
  addInstants(ajv);
  addSpokenCodes(ajv);
  addNestedFields(ajv);
  // A link that people click: javascript: and data: are URIs too.
  ajv.addFormat('uri', (text) => parseWebAddress(text) !== null);
  // For the OpenAPI document, and for errors; they say nothing about validity.
  ajv.addVocabulary(['example', 'x-list', 'x-formats', 'x-required', 'x-one-of', 'x-any-of']);
  ajv.addVocabulary(['x-variants', 'x-ref', 'x-max-bytes', 'x-for-people']);
}

export type Validate = (value: unknown) => FieldError[];

export function bodyValidator(schema: object): Validate {
  return validator(forBodies, schema, 'field');
}

/** Returns the typed body, or its errors. */
export type ReadBody<Body> = (value: unknown) => { body: Body } | { errors: FieldError[] };

export function bodyReader<Schema extends TSchema>(schema: Schema): ReadBody<Static<Schema>> {
  const compile = once(() => forBodies.compile<Static<Schema>>(withInstants(schema)));
  return (value) => {
    const isValid = compile();
    return isValid(value) ? { body: value } : { errors: fieldErrors(isValid, 'field') };
  };
}

export function queryValidator(schema: object, ignoresEmpty: boolean): Validate {
  const validate = validator(forQueries, schema, 'query parameter');
  const booleans = booleansIn(schema);
  const filters = filtersIn(schema);
  const dates = propertiesOf(schema, ({ format }) => format === 'date');
  const groups = propertiesOf(schema, ({ type }) => type === 'object');
  return (query) => {
    readGroups(query, groups);
    readBooleans(query, booleans);
    readDates(query, dates);
    if (ignoresEmpty) removeEmptyFields(filters, query);
    return [...validate(query), ...infiniteNumbers(query)];
  };
}

function booleansIn(schema: object): string[] {
  return propertiesOf(schema, ({ type }) => type === 'boolean');
}

function propertiesOf(schema: object, are: (one: Record<string, unknown>) => boolean): string[] {
  const properties = 'properties' in schema && isObject(schema.properties) ? schema.properties : {};
  return Object.entries(properties)
    .filter(([, property]) => isObject(property) && are(property))
    .map(([name]) => name);
}

/** All but the paging: with an empty cursor for the first page, a client would read the same pages for ever. */
function filtersIn(schema: object): object {
  const properties = 'properties' in schema && isObject(schema.properties) ? schema.properties : {};
  const { cursor: _cursor, limit: _limit, ...filters } = properties;
  return { ...schema, properties: filters };
}

/** The basic form of ISO 8601: `20270301` is `2027-03-01`. */
function readDates(query: unknown, names: readonly string[]): void {
  if (!isObject(query)) return;
  for (const name of names) {
    const sent = query[name];
    if (typeof sent !== 'string') continue;
    query[name] = sent.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  }
}

/** Parameters of one object: `metadata.plan=gold`, or `metadata[plan]=gold`, which is how OpenAPI writes it. */
function readGroups(query: unknown, names: readonly string[]): void {
  if (!isObject(query)) return;
  for (const name of names) {
    const found = Object.keys(query).flatMap((sent) => {
      const key = keyIn(sent, name);
      return key === null ? [] : [{ sent, key }];
    });
    if (found.length === 0) continue;
    const values = found.map(({ sent, key }) => [key, query[sent]] as const);
    for (const { sent } of found) delete query[sent];
    query[name] = Object.fromEntries(values);
  }
}

function keyIn(sent: string, name: string): string | null {
  if (sent.startsWith(`${name}.`)) return sent.slice(name.length + 1);
  return sent.startsWith(`${name}[`) && sent.endsWith(']') ? sent.slice(name.length + 1, -1) : null;
}

const BOOLEANS = new Map([
  ...['1', 'yes', 'on', 'true', ''].map((text) => [text, 'true'] as const),
  ...['0', 'no', 'off', 'false'].map((text) => [text, 'false'] as const),
]);

/** As people write them: `unassigned=1`, `unassigned=TRUE`, or `unassigned` alone. */
function readBooleans(query: unknown, names: readonly string[]): void {
  if (!isObject(query)) return;
  for (const name of names) {
    const sent = query[name];
    if (typeof sent === 'string') query[name] = BOOLEANS.get(sent.toLowerCase()) ?? sent;
  }
}

/** The validator reads 1e400 as Infinity, which no maximum of it refuses. A body cannot contain it. */
function infiniteNumbers(query: unknown): FieldError[] {
  return Object.entries(isObject(query) ? query : {})
    .filter(([, value]) => typeof value === 'number' && !Number.isFinite(value))
    .map(([name]) => ({
      pointer: `/${escapePointer(name)}`,
      code: 'out_of_range',
      detail: `The query parameter ${name} is too large.`,
    }));
}

/** Compiled by the first request that needs it: most processes serve a part of all operations. */
function validator(ajv: Ajv, schema: object, thing: 'field' | 'query parameter'): Validate {
  const compile = once(() => ajv.compile(withInstants(schema)));
  return (value) => {
    const isValid = compile();
    return isValid(value) ? [] : fieldErrors(isValid, thing);
  };
}

function once<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}

function fieldErrors(
  { errors }: Pick<ValidateFunction, 'errors'>,
  thing: 'field' | 'query parameter',
): FieldError[] {
  const all = errors ?? [];
  // What is wrong with the name of a value is reported once, by `propertyNames`.
  return all
    .filter(({ propertyName }) => propertyName === undefined)
    .map((error) => toFieldError(error, thing));
}

/** No body needs half of this. Without a limit, one of brackets alone would be 500,000 levels deep. */
export const MAX_DEPTH = 64;

/** Text that PostgreSQL cannot store: NUL and lone surrogates. Reports each with its pointer. */
export function unstorableText(value: unknown): FieldError[] {
  return isStorable(value, 0) ? [] : reportUnstorable(value, '', 0);
}

/** Pointers are built only for what is wrong: this looks at every body and allocates nothing. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (!isObject(value) && !Array.isArray(value)) return true;
  if (depth === MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item) => isStorable(item, depth + 1));
  for (const name in value) {
    if (!isStorable(name, 0) || !isStorable(value[name], depth + 1)) return false;
  }
  return true;
}

function reportUnstorable(value: unknown, pointer: string, depth: number): FieldError[] {
  if (typeof value === 'string') {
    if (value.includes('\0')) {
      return [
        { pointer, code: 'nul_character', detail: 'Text must not contain the NUL character.' },
      ];
    }
    if (!value.isWellFormed()) {
      return [
        {
          pointer,
          code: 'invalid_unicode',
          detail: 'Text must be valid Unicode, without lone surrogates.',
        },
      ];
    }
    return [];
  }
  if (value === null || typeof value !== 'object') return [];
  if (depth === MAX_DEPTH) {
    const detail = `The body must not be nested more than ${MAX_DEPTH} levels deep.`;
    return [{ pointer, code: 'too_deep', detail }];
  }
  return Object.entries(value).flatMap(([name, member]) => [
    ...reportUnstorable(name, `${pointer}/${escapePointer(name)}`, 0),
    ...reportUnstorable(member, `${pointer}/${escapePointer(name)}`, depth + 1),
  ]);
}
