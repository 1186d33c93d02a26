import Type, { type Static } from 'typebox';
import { idField } from '../../domain/id-field.ts';
import { currency, description, quantity, taxRate, unitAmount } from '../../domain/line-fields.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { closedObject, NOT_BLANK, nullable } from '../../platform/http/fields.ts';
import { propertyInput } from '../properties/index.ts';
import { Deposit, fieldOptions } from './schemas.ts';

/** Request bodies of the operations on estimates. */

const MAX_OPTIONS = 5;
const MAX_LINES = 100;
/** Characters: a PNG image of 192 KiB as base64, with the start of a data URL. */
export const MAX_IMAGE_LENGTH = 262_200;

const LineBody = closedObject(
  'EstimateLineBody',
  'A line: a `price_item`, or a `description` with a `unit_amount`.',
  {
    price_item: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.code,
        description: 'Code of a price item, for what is not sent.',
        examples: ['water_heater_50_gal'],
      }),
    ),
    description: Type.Optional(Type.String(description)),
    quantity: Type.Optional(
      Type.Number({ ...quantity, description: `${quantity.description} Default: 1.` }),
    ),
    unit_amount: Type.Optional(Type.Integer(unitAmount)),
    tax_rate: Type.Optional(
      Type.Number({
        ...taxRate,
        description: `${taxRate.description} Default: that of the price item, else of the property, or 0.`,
      }),
    ),
    optional: Type.Optional(Type.Boolean(fieldOptions.optional)),
  },
);
export type LineBody = Static<typeof LineBody>;

const OptionBody = closedObject('EstimateOptionBody', 'Something that the customer can choose.', {
  name: Type.String({ ...fieldOptions.optionName, pattern: NOT_BLANK }),
  recommended: Type.Optional(Type.Boolean(fieldOptions.recommended)),
  lines: Type.Array(LineBody, {
    minItems: 1,
    maxItems: MAX_LINES,
    description: `Lines, in order: at most ${MAX_LINES}. Their total must not be negative.`,
  }),
});
export type OptionBody = Static<typeof OptionBody>;

const content = {
  property_id: propertyInput,
  title: Type.String({ ...fieldOptions.title, pattern: NOT_BLANK }),
  valid_until: Type.Optional(
    Type.String({
      ...fieldOptions.validUntil,
      description: `${fieldOptions.validUntil.description} Default: 30 days from today.`,
    }),
  ),
  options: Type.Array(OptionBody, {
    minItems: 1,
    maxItems: MAX_OPTIONS,
    description: `What can be chosen: at most ${MAX_OPTIONS}.`,
  }),
  deposit: Type.Optional(Type.Unsafe<Deposit | null>({ ...Deposit, type: ['object', 'null'] })),
  warranty_months: Type.Optional(Type.Integer(fieldOptions.warrantyMonths)),
  terms: Type.Optional(nullable(fieldOptions.terms)),
};

const optionsExample = [
  {
    name: 'Better',
    recommended: true,
    lines: [
      {
        description: 'Water heater, 50 gallons',
        quantity: 1,
        unit_amount: 120_000,
        tax_rate: 8.25,
      },
      { description: 'Haul away the old heater', quantity: 1, unit_amount: 7_500, optional: true },
    ],
  },
];

export const CreateEstimateBody = closedObject(
  'CreateEstimate',
  'The estimate to create, for a lead or a customer.',
  {
    lead_id: Type.Optional(idField('lead', 'Id of the lead. Send either this or `customer_id`.')),
    customer_id: Type.Optional(
      idField('customer', 'Id of the customer. Send either this or `lead_id`.'),
    ),
    currency: Type.Optional(
      Type.String({
        ...currency,
        description: `${currency.description} Default: the organization’s.`,
      }),
    ),
    ...content,
  },
  {
    oneOf: ['lead_id', 'customer_id'],
    example: {
      lead_id: 'lead_01h455vb4pex5vsknk084sn02q',
      title: 'Replace the water heater',
      valid_until: '2027-03-31',
      options: optionsExample,
      deposit: { percent: 30 },
      terms: 'The rest is due on completion.',
    },
  },
);
export type CreateEstimateBody = Static<typeof CreateEstimateBody>;

export const UpdateEstimateBody = closedObject(
  'UpdateEstimate',
  'The fields to change; those you leave out stay. `options` replaces all options.',
  {
    ...content,
    title: Type.Optional(content.title),
    options: Type.Optional(content.options),
  },
  { example: { valid_until: '2027-04-30' } },
);
export type ChangeBody = Static<typeof UpdateEstimateBody>;

export const DeclineEstimateBody = closedObject(
  'DeclineEstimate',
  'Why the customer declined.',
  {
    reason: Type.String({
      minLength: 1,
      maxLength: TEXT_LIMITS.reason,
      pattern: NOT_BLANK,
      description: 'Why it was declined.',
      examples: ['Too expensive'],
    }),
  },
  { example: { reason: 'Too expensive' } },
);

const Signature = closedObject('SignatureBody', 'Who signs, and how.', {
  name: Type.String({
    maxLength: TEXT_LIMITS.name,
    pattern: NOT_BLANK,
    description: 'Full name of the person who signs.',
    examples: ['Dana Whitfield'],
  }),
  kind: Type.Unsafe<'typed' | 'drawn'>({
    type: 'string',
    enum: ['typed', 'drawn'],
    description: 'A `drawn` one needs `image`.',
    examples: ['typed'],
  }),
  image: Type.Optional(
    nullable({
      maxLength: MAX_IMAGE_LENGTH,
      description: 'PNG image of at most 192 KiB, in base64 or as a data URL.',
      examples: [null],
    }),
  ),
});

export const AcceptEstimateBody = closedObject(
  'AcceptEstimate',
  'What the customer chose, and the signature.',
  {
    option: Type.Optional(
      Type.Unsafe<string | number>({
        type: ['string', 'integer'],
        maxLength: TEXT_LIMITS.name,
        description: 'Name or position (from 0) of the option; needed if there are several.',
        examples: ['Better'],
      }),
    ),
    optional_lines: Type.Optional(
      Type.Array(
        Type.Integer({ minimum: 0, maximum: MAX_LINES, description: 'A position.', examples: [1] }),
        {
          maxItems: MAX_LINES,
          description: 'Positions (from 0) of the optional lines to take.',
          examples: [[1]],
        },
      ),
    ),
    signature: Signature,
  },
  {
    example: {
      option: 'Better',
      optional_lines: [1],
      signature: { name: 'Dana Whitfield', kind: 'typed' },
    },
  },
);
export type AcceptEstimateBody = Static<typeof AcceptEstimateBody>;
