import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';
import type { FieldError } from '../errors.ts';
import { escapePointer, toFieldError } from './field-errors.ts';

/**
 * Bodies are taken as they are: "5" is not 5. Query strings have no types of their own, so there a
 * number or a boolean is read from its text. Nothing unknown is dropped, and all errors are reported.
 */
const options = {
  allErrors: true,
  strict: true,
  strictTypes: false,
  useDefaults: true,
  verbose: true,
} as const;
/** The library's form admits a leap second and an offset of hours alone, which no Date can hold. */
const isRfc3339 = addFormats
  .default(new Ajv({ meta: false, validateSchema: false }))
  .compile<string>({ type: 'string', format: 'date-time' });
const forBodies = new Ajv({ ...options, coerceTypes: false });
const forQueries = new Ajv({ ...options, coerceTypes: true });
for (const ajv of [forBodies, forQueries]) {
  addFormats.default(ajv);
  ajv.addFormat('date-time', (text) => isRfc3339(text) && !Number.isNaN(Date.parse(text)));
  // For the OpenAPI document, and for errors; they say nothing about validity.
  ajv.addVocabulary(['example', 'x-id', 'x-list', 'x-one-of', 'x-any-of', 'x-description']);
}

export type Validate = (value: unknown) => FieldError[];

export function bodyValidator(schema: object): Validate {
  return validator(forBodies.compile(schema), 'field');
}

/** The body with the type of its schema, or what is wrong with it. */
export type ReadBody<Body> = (value: unknown) => { body: Body } | { errors: FieldError[] };

export function bodyReader<Schema extends TSchema>(schema: Schema): ReadBody<Static<Schema>> {
  const isValid = forBodies.compile<Static<Schema>>(schema);
  return (value) => (isValid(value) ? { body: value } : { errors: fieldErrors(isValid, 'field') });
}

export function queryValidator(schema: object): Validate {
  return validator(forQueries.compile(schema), 'query parameter');
}

function validator(validate: ValidateFunction, thing: 'field' | 'query parameter'): Validate {
  return (value) => {
    return validate(value) ? [] : fieldErrors(validate, thing);
  };
}

function fieldErrors(
  { errors }: Pick<ValidateFunction, 'errors'>,
  thing: 'field' | 'query parameter',
): FieldError[] {
  return (errors ?? []).map((error) => toFieldError(error, thing));
}

/** Nothing we take is nested half as deep; a body of brackets alone would be 500,000 deep. */
const DEEPEST = 64;

/**
 * Text that PostgreSQL cannot keep: NUL, and halves of surrogate pairs. Found by walking the value, so
 * that every one is named.
 */
export function unstorableText(value: unknown, pointer = '', depth = 0): FieldError[] {
  if (typeof value === 'string') {
    if (value.includes('\0')) {
      return [
        { pointer, code: 'nul_character', detail: 'Text must not contain the NUL character.' },
      ];
    }
    if (!value.isWellFormed()) {
      return [
        { pointer, code: 'invalid_unicode', detail: 'Text must be whole Unicode characters.' },
      ];
    }
    return [];
  }
  if (value === null || typeof value !== 'object') return [];
  if (depth === DEEPEST) {
    const detail = `The body must not be nested more than ${DEEPEST} levels deep.`;
    return [{ pointer, code: 'too_deep', detail }];
  }
  return Object.entries(value).flatMap(([name, member]) => [
    ...unstorableText(name, `${pointer}/${escapePointer(name)}`),
    ...unstorableText(member, `${pointer}/${escapePointer(name)}`, depth + 1),
  ]);
}
