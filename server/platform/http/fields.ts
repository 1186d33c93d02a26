import Type, { type TProperties } from 'typebox';
import type { Needs } from '../auth/needs.ts';

/** Schemas of fields that many resources have. */

/** Names are trimmed, so a name of spaces would be stored empty. */
export const NOT_BLANK = '\\S';

/** A code in snake_case, such as a service. */
export const CODE_FORM = '^[a-z][a-z0-9_]{0,63}$';

interface TextOptions {
  description: string;
  examples: unknown[];
  maxLength?: number;
  pattern?: string;
  format?: string;
  'x-needs'?: Needs;
  /** A value that a person enters: no assistant should see it or choose it. */
  'x-for-people'?: true;
}

/** An object with exactly these fields, and its name in the document. */
export function closedObject<Fields extends TProperties>(
  title: string,
  description: string,
  fields: Fields,
  rules: FieldRules = {},
) {
  return Type.Object(fields, {
    additionalProperties: false,
    title,
    description,
    ...(rules.required && { 'x-required': rules.required }),
    ...(rules.oneOf && { 'x-one-of': rules.oneOf }),
    ...(rules.anyOf && { 'x-any-of': rules.anyOf }),
    ...(rules.example && { examples: [rules.example] }),
  });
}

/**
 * Which fields are needed, for the document. The operation checks it, with a better error than a schema has: all of
 * `required`, exactly one of `oneOf`, at least one of `anyOf`.
 */
interface FieldRules {
  required?: readonly string[];
  oneOf?: readonly string[];
  anyOf?: readonly string[];
  /** A whole body that works as it is, apart from its ids: every request has one, and examples.test.ts sends it. */
  example?: Record<string, unknown>;
}

/** A list of types instead of a union: the serializer does not have to try each branch. */
export function nullable(options: TextOptions) {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], ...options });
}

export function nullableInteger(options: {
  description: string;
  examples: unknown[];
  minimum?: number;
  maximum?: number;
}) {
  return Type.Unsafe<number | null>({ type: ['integer', 'null'], ...options });
}

export function nullableTime(description: string) {
  return nullable({ description, format: 'date-time', examples: [null] });
}

export function time(description: string) {
  return Type.String({ description, format: 'date-time', examples: ['2027-03-01T09:00:00.000Z'] });
}

/** A time that is read in the time zone of a place. */
export function localTime(description: string) {
  const examples = ['2027-03-02T09:00:00-08:00'];
  return Type.String({ description, format: 'date-time', examples });
}

export const createdAt = time('When it was created.');
export const updatedAt = time('When it last changed.');
/** The last two fields of every resource. */
export const timestamps = { created_at: createdAt, updated_at: updatedAt };

export function id(prefix: string, description: string) {
  return Type.String({ description, examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`] });
}

export const lifecycleNumber = Type.String({
  description:
    'Connects the lead with its customer, appointments, jobs, invoices and messages. It never changes. The last digit is a check digit.',
  examples: ['100042-7'],
});

/**
 * A filter of several values, sent as one text with commas: `status=new,qualified`. The document shows it as a list of
 * the values that are known.
 */
export function commaList(
  known: readonly string[] | null,
  options: { description: string; example: string; maxLength: number },
) {
  const { description, example, maxLength } = options;
  const items = known === null ? { type: 'string' } : { type: 'string', enum: known };
  return Type.Optional(
    Type.String({ minLength: 1, maxLength, description, examples: [example], 'x-list': items }),
  );
}
