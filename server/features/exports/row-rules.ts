import Type, { type TSchema } from 'typebox';
import { currencyErrors } from '../../domain/currencies.ts';
import type { FieldError } from '../../platform/errors.ts';
import { actorSchema } from '../../platform/events/actor-schema.ts';
import { parseWebAddress } from '../../platform/web-address.ts';

/** Rules for the data of a line that the database does not have: the content of JSON, and text with a form. */

export type RowCheck = (data: Record<string, unknown>) => FieldError[];

export const actor = actorSchema('Who did it.');
export const object = Type.Unsafe<object>({ type: 'object' });
export const objectOrNull = Type.Unsafe<object | null>({ type: ['object', 'null'] });
export const anything = Type.Unsafe<unknown>({});

/** Contact details and titles, from which keys for duplicates and search are computed. */
export const shortText = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 2_000 });

export const errorOrNull = Type.Unsafe<object | null>({
  type: ['object', 'null'],
  required: ['code', 'detail'],
  properties: { code: Type.String(), detail: Type.String() },
});

const answer = Type.Object({
  status: Type.Unsafe<string>({ type: 'string', enum: ['granted', 'denied'] }),
  at: Type.String({ format: 'date-time' }),
  source: Type.String(),
  wording: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});
export const consent = Type.Object(
  { call: Type.Optional(answer), sms: Type.Optional(answer), email: Type.Optional(answer) },
  { additionalProperties: false },
);

/** Counters continue after the highest number, so a number must leave room for the next ones. */
export const lifecycleNumber = Type.String({ pattern: '^[0-9]{6,14}-[0-9]$' });
export const lifecycleNumberOrNull = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: '^[0-9]{6,14}-[0-9]$',
});
export const invoiceNumber = Type.String({ pattern: '^INV-[0-9]{6,14}$' });
export const bytesOrNull = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: '^\\\\x[0-9a-f]*$',
});
export const estimateNumber = Type.String({ pattern: '^EST-[0-9]{6,14}$' });
export const eventName = Type.String({ pattern: '^[a-z_]+\\.[a-z_]+$', maxLength: 100 });
export const seq = Type.Integer({ minimum: 0, maximum: 1e15 });
export const seqOrNull = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 0,
  maximum: 1e15,
});

export const nullableOf = (schema: TSchema) =>
  Type.Unsafe<unknown>({ anyOf: [schema, { type: 'null' }] });

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;
/** Named like a time: lists of event types, and a time of day. */
const OTHER = new Set(['stop_on', 'cancel_on', 'quiet_allowed_until']);
const DATE = /^\d{4}-\d\d-\d\d$/;

/** PostgreSQL also reads `yesterday` and `infinity`, which is no Date. A column's name tells whether it is a time. */
export const timeErrors: RowCheck = (data) =>
  Object.entries(data)
    .filter(([name, value]) => value !== null && !isTime(name, value))
    .map(([name]) => ({
      pointer: `/${name}`,
      code: 'invalid_format',
      detail: `The field ${name} must be a time such as 2027-03-01T17:00:00Z, or a date for _on.`,
    }));

function isTime(name: string, value: unknown): boolean {
  const form = /_(at|until)$/.test(name) ? TIME : /_on$/.test(name) ? DATE : null;
  if (form === null || OTHER.has(name)) return true;
  return typeof value === 'string' && form.test(value) && !Number.isNaN(Date.parse(value));
}

/** People click on it: a scheme other than http and https is refused. Text without a scheme is no link. */
export function webAddress(name: string): RowCheck {
  return ({ [name]: value }) => {
    if (typeof value !== 'string' || parseWebAddress(value) !== null) return [];
    if (!/^\s*[a-z][a-z0-9+.-]*:/i.test(value)) return [];
    const detail = `The field ${name} must be an http or https URL.`;
    return [{ pointer: `/${name}`, code: 'invalid_format', detail }];
  };
}

export function currency(name: string): RowCheck {
  return (data) => currencyErrors(`/${name}`, data[name]);
}
