import Type, { type Static } from 'typebox';
import { currency, taxRate } from '../../domain/line-fields.ts';
import { MAX_AMOUNT } from '../../domain/money.ts';
import { requiredText } from '../../domain/text-limits.ts';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import * as field from '../../platform/http/fields.ts';

export const KINDS = ['labour', 'part', 'fee', 'discount'] as const;
export type Kind = (typeof KINDS)[number];

const code = Type.String({
  pattern: field.CODE_FORM,
  description: 'Code of the item. It cannot be changed.',
  examples: ['water_heater_50_gal'],
});
const name = requiredText(
  'name',
  'Name of the item, as customers read it on a line.',
  'Water heater, 50 gallons',
);
const kind = Type.Unsafe<Kind>({
  type: 'string',
  enum: [...KINDS],
  description: 'What kind of item it is. It cannot be changed.',
  examples: ['part'],
});
const unitAmount = Type.Integer({
  minimum: -MAX_AMOUNT,
  maximum: MAX_AMOUNT,
  description: 'Price per unit in minor units; that of a discount is negative.',
  examples: [120_000],
});
const unit = field.nullable({
  maxLength: 30,
  description: 'What one unit is.',
  examples: ['hour'],
});
const costOptions = {
  minimum: 0,
  maximum: MAX_AMOUNT,
  description: 'What one unit costs you, in minor units. Needs `price_items:write`.',
  examples: [81_000],
};
const cost = field.nullableInteger(costOptions);
const active = Type.Boolean({
  description: 'Whether it can be used on new estimates.',
  examples: [true],
});

const optionalFields = {
  currency: Type.Optional(
    Type.String({ ...currency, description: 'Currency, ISO 4217. Default: the organization’s.' }),
  ),
  unit: Type.Optional(unit),
  tax_rate: Type.Optional(Type.Number(taxRate)),
  cost: Type.Optional(cost),
  active: Type.Optional(active),
};

export const CreatePriceItemBody = field.closedObject(
  'CreatePriceItem',
  'An item needs a `code`, a `name`, a `kind` and a `unit_amount`.',
  { code, name, kind, unit_amount: unitAmount, ...optionalFields },
  {
    example: {
      code: 'water_heater_50_gal',
      name: 'Water heater, 50 gallons',
      kind: 'part',
      unit_amount: 120_000,
      currency: 'USD',
      tax_rate: 8.25,
      cost: 81_000,
    },
  },
);
export type CreatePriceItemBody = Static<typeof CreatePriceItemBody>;

export const UpdatePriceItemBody = field.closedObject(
  'UpdatePriceItem',
  'The fields to change; fields you leave out stay unchanged.',
  { name: Type.Optional(name), unit_amount: Type.Optional(unitAmount), ...optionalFields },
  { example: { unit_amount: 125_000 } },
);
export type UpdatePriceItemBody = Static<typeof UpdatePriceItemBody>;

/** Limits are for requests. */
function shown(options: object) {
  const limits = ['pattern', 'maxLength', 'minimum', 'maximum'];
  return Object.fromEntries(Object.entries(options).filter(([name]) => !limits.includes(name)));
}

export const PriceItem = field.closedObject('PriceItem', 'An item of your list of prices.', {
  code: Type.String(shown(code)),
  name: Type.String(shown(name)),
  kind,
  unit_amount: Type.Integer(shown(unitAmount)),
  currency: Type.String(shown(currency)),
  unit,
  tax_rate: Type.Number(shown(taxRate)),
  cost: field.nullableInteger({ ...costOptions, ...shownWith(['price_items:write']) }),
  active,
  ...field.timestamps,
});
export type PriceItem = Static<typeof PriceItem>;
