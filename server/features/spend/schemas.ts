import Type, { type Static } from 'typebox';
import { CURRENCY_FORM } from '../../domain/currencies.ts';
import { requiredText, TEXT_LIMITS } from '../../domain/text-limits.ts';
import * as field from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/paging.ts';

export const MAX_SPEND = 1_000_000_000_000;

const source = requiredText('source', 'Source of the leads, as leads have it.', 'google_ads');
const date = Type.String({
  format: 'date',
  description: 'The day, in the organization’s time zone.',
  examples: ['2027-03-01'],
});
const amount = Type.Integer({
  minimum: 0,
  maximum: MAX_SPEND,
  description: 'What was spent that day, in minor units, such as cents.',
  examples: [12_550],
});
const currency = Type.String({
  pattern: CURRENCY_FORM,
  description: 'Currency, ISO 4217.',
  examples: ['USD'],
});

export const SetSpendBody = field.closedObject(
  'SetSpend',
  'What was spent on a source on a day.',
  { source, date, amount, currency },
  { example: { source: 'google_ads', date: '2027-03-01', amount: 12_550, currency: 'USD' } },
);

export const Spend = field.closedObject('Spend', 'What was spent on a source on a day.', {
  source,
  date,
  amount,
  currency,
  ...field.timestamps,
});
export type Spend = Static<typeof Spend>;

export const SpendImport = field.closedObject('SpendImport', 'What an import of spend changed.', {
  rows: Type.Integer({ description: 'Rows of the file.', examples: [31] }),
  changed: Type.Integer({ description: 'Days that are new or other than before.', examples: [31] }),
  from: field.nullable({
    description: 'First changed day; null if none.',
    examples: ['2027-03-01'],
  }),
  to: field.nullable({ description: 'Last changed day; null if none.', examples: ['2027-03-31'] }),
});
export type SpendImport = Static<typeof SpendImport>;

export const ListSpendQuery = listQuery({
  source: Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.source,
      description: 'Only of this source.',
      examples: ['google_ads'],
    }),
  ),
  from: Type.Optional(
    Type.String({ format: 'date', description: 'First day.', examples: ['2027-03-01'] }),
  ),
  to: Type.Optional(
    Type.String({ format: 'date', description: 'Last day.', examples: ['2027-03-31'] }),
  ),
});
