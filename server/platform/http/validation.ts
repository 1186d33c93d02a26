import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Static, TSchema } from 'typebox';
import type { FieldError } from '../errors.ts';
import { NOT_BLANK } from './fields.ts';

/**
 * Bodies are taken as they are: "5" is not 5. Query strings have no types of their own, so there a
 * number or a boolean is read from its text. Nothing unknown is dropped, and all errors are reported.
 */
const options = { allErrors: true, strict: true, strictTypes: false, useDefaults: true } as const;
const forBodies = new Ajv({ ...options, coerceTypes: false });
const forQueries = new Ajv({ ...options, coerceTypes: true });
for (const ajv of [forBodies, forQueries]) {
  addFormats.default(ajv);
  // The library's form admits a leap second and an offset of hours alone, which no Date can hold.
  ajv.addFormat('date-time', (text) => isRfc3339(text) && !Number.isNaN(Date.parse(text)));
  // Keywords of OpenAPI that say nothing about validity.
  ajv.addVocabulary(['example']);
}

function isRfc3339(text: string): boolean {
  return (fullFormats['date-time'] as { validate(text: string): boolean }).validate(text);
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

function validator(validate: ValidateFunction, thing: string): Validate {
  return (value) => {
    return validate(value) ? [] : fieldErrors(validate, thing);
  };
}

function fieldErrors({ errors }: Pick<ValidateFunction, 'errors'>, thing: string): FieldError[] {
  return (errors ?? []).map((error) => asFieldError(error, thing));
}

function asFieldError(error: ErrorObject, thing: string): FieldError {
  const at = error.instancePath;
  const name = at === '' ? 'The body' : `The ${thing} ${at.slice(1).replaceAll('/', '.')}`;
  const parameters = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required': {
      const missing = String(parameters.missingProperty);
      return {
        pointer: `${at}/${escapePointer(missing)}`,
        code: 'required',
        detail: `The ${thing} ${missing} is missing.`,
      };
    }
    case 'additionalProperties': {
      const unknown = String(parameters.additionalProperty);
      return {
        pointer: `${at}/${escapePointer(unknown)}`,
        code: thing === 'field' ? 'unknown_field' : 'unknown_parameter',
        detail: `There is no ${thing} ${JSON.stringify(unknown.slice(0, 100))} here; leave it out or check its spelling.`,
      };
    }
    case 'type':
      return {
        pointer: at,
        code: 'wrong_type',
        detail: `${name} must be ${article(String(parameters.type))}.`,
      };
    case 'enum':
      return {
        pointer: at,
        code: 'not_allowed',
        detail: `${name} must be one of ${(parameters.allowedValues as unknown[]).join(', ')}.`,
      };
    case 'maxLength':
    case 'minLength':
    case 'maxItems':
    case 'minItems': {
      const unit = error.keyword.endsWith('Length') ? 'characters' : 'entries';
      const long = error.keyword.startsWith('max');
      return {
        pointer: at,
        code: long ? 'too_long' : 'too_short',
        detail: `${name} must have ${long ? 'at most' : 'at least'} ${parameters.limit} ${unit}.`,
      };
    }
    case 'minimum':
    case 'maximum':
      return {
        pointer: at,
        code: 'out_of_range',
        detail: `${name} must be ${error.keyword === 'minimum' ? 'at least' : 'at most'} ${parameters.limit}.`,
      };
    case 'format':
      return {
        pointer: at,
        code: 'invalid_format',
        detail: `${name} must be ${FORMATS[String(parameters.format)] ?? `a valid ${parameters.format}`}.`,
      };
    case 'pattern':
      if (parameters.pattern === NOT_BLANK) {
        return {
          pointer: at,
          code: 'too_short',
          detail: `${name} must have at least 1 character that is not a space.`,
        };
      }
      return {
        pointer: at,
        code: 'invalid_format',
        detail: `${name} must match ${parameters.pattern}.`,
      };
    default:
      return { pointer: at, code: error.keyword, detail: `${name} ${error.message}.` };
  }
}

const FORMATS: Record<string, string> = {
  'date-time': 'a time with its offset from UTC, such as 2027-03-01T09:00:00-05:00',
  date: 'a calendar date, such as 2027-03-01',
};

function article(types: string): string {
  const words = types.split(',').map((type) => (/^[aio]/.test(type) ? `an ${type}` : `a ${type}`));
  return words.join(' or ').replace('a null', 'null');
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

function escapePointer(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}
