import type { ErrorObject } from 'ajv';
import type { FieldError } from '../errors.ts';
import { isObject } from '../is-object.ts';
import { NOT_BLANK } from './fields.ts';

/** What the caller sent. */
type Thing = 'field' | 'query parameter';

interface Wrong {
  /** From the schema of the field. */
  example: unknown;
  at: string;
  /** The field with its path, at the start of a sentence. */
  name: string;
  thing: Thing;
  keyword: string;
  params: Record<string, unknown>;
  /** The value of the keyword. */
  schema: unknown;
}

/** Turns an error of the validator into a sentence that says what to send instead. */
export function toFieldError(error: ErrorObject, thing: Thing): FieldError {
  const at = error.instancePath;
  const name = at === '' ? 'The body' : `The ${thing} ${pathOf(at)}`;
  const { keyword, params, schema } = error;
  const explain = EXPLANATIONS[keyword];
  const example = error.parentSchema?.examples?.[0];
  if (explain) return explain({ at, name, thing, keyword, params, example, schema });
  return { pointer: at, code: keyword, detail: `${name} ${error.message}.` };
}

function pathOf(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}

/** A pattern that is an enum, of a field that may also be an object. */
const LIST_OF_WORDS = /^\^\(([a-z_|]+)\)\$$/;

const EXPLANATIONS: Record<string, (wrong: Wrong) => FieldError> = {
  required({ at, thing, params }) {
    const missing = String(params.missingProperty);
    const pointer = `${at}/${escapePointer(missing)}`;
    return { pointer, code: 'required', detail: `The ${thing} ${missing} is missing.` };
  },
  additionalProperties({ at, thing, params }) {
    const unknown = String(params.additionalProperty);
    return {
      pointer: `${at}/${escapePointer(unknown)}`,
      code: thing === 'field' ? 'unknown_field' : 'unknown_parameter',
      detail: `Unknown ${thing} ${JSON.stringify(unknown.slice(0, 100))}. Remove it or check its spelling.`,
    };
  },
  propertyNames({ at, thing, params, example }) {
    const sent = String(params.propertyName);
    const form = JSON.stringify(Object.keys(isObject(example) ? example : {})[0]);
    return {
      pointer: `${at}/${escapePointer(sent)}`,
      code: 'invalid_format',
      detail: `The name ${JSON.stringify(sent.slice(0, 100))} in the ${thing} ${pathOf(at)} has the wrong form. Write it like ${form}.`,
    };
  },
  type: ({ at, name, params }) => ({
    pointer: at,
    code: 'wrong_type',
    detail: `${name} must be ${article(String(params.type))}.`,
  }),
  enum({ at, name, params }) {
    const allowed: unknown[] = Array.isArray(params.allowedValues) ? params.allowedValues : [];
    const words = allowed.filter((value) => value !== null).join(', ');
    const orNull = allowed.includes(null) ? ', or null' : '';
    return {
      pointer: at,
      code: 'not_allowed',
      detail: `${name} must be one of ${words}${orNull}.`,
    };
  },
  'x-also-in': ({ at, name, schema }) => ({
    pointer: `${at}/${schema}`,
    code: 'not_allowed',
    detail: `${name} says something else in ${schema} than beside it. Send one of them.`,
  }),
  maxLength: tooLong,
  minLength: tooLong,
  maxItems: tooLong,
  minItems: tooLong,
  maxProperties: tooLong,
  minProperties: tooLong,
  minimum: outOfRange,
  maximum: outOfRange,
  exclusiveMinimum: outOfRange,
  format: ({ at, name, params }) => ({
    pointer: at,
    code: 'invalid_format',
    detail: `${name} must be ${FORMATS[String(params.format)] ?? `a valid ${params.format}`}.`,
  }),
  pattern({ at, name, params, example }) {
    const words = LIST_OF_WORDS.exec(String(params.pattern))?.[1];
    if (words) {
      const detail = `${name} must be one of ${words.replaceAll('|', ', ')}.`;
      return { pointer: at, code: 'not_allowed', detail };
    }
    if (params.pattern !== NOT_BLANK) {
      const detail = `${name} has the wrong form. Write it like ${JSON.stringify(example)}.`;
      return { pointer: at, code: 'invalid_format', detail };
    }
    const detail = `${name} must have at least 1 character that is not a space.`;
    return { pointer: at, code: 'too_short', detail };
  },
};

function tooLong({ at, name, keyword, params }: Wrong): FieldError {
  const [one, many] = keyword.endsWith('Length')
    ? ['character', 'characters']
    : ['entry', 'entries'];
  const unit = params.limit === 1 ? one : many;
  const isLong = keyword.startsWith('max');
  const detail = `${name} must have ${isLong ? 'at most' : 'at least'} ${params.limit} ${unit}.`;
  return { pointer: at, code: isLong ? 'too_long' : 'too_short', detail };
}

const BOUNDS: Record<string, string> = { minimum: 'at least', exclusiveMinimum: 'more than' };

function outOfRange({ at, name, keyword, params }: Wrong): FieldError {
  const bound = BOUNDS[keyword] ?? 'at most';
  return { pointer: at, code: 'out_of_range', detail: `${name} must be ${bound} ${params.limit}.` };
}

const FORMATS: Record<string, string> = {
  'date-time': 'a time with an offset from UTC, such as 2027-03-01T09:00:00-05:00',
  date: 'a calendar date, such as 2027-03-01',
  uri: 'a full URL that starts with https:// or http://',
};

function article(types: string): string {
  const words = types.split(',').map((type) => (/^[aio]/.test(type) ? `an ${type}` : `a ${type}`));
  return words.join(' or ').replace('a null', 'null');
}

export function escapePointer(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}
