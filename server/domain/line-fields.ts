import { NOT_BLANK } from '../platform/http/fields.ts';
import { CURRENCY_FORM } from './currencies.ts';
import { MAX_AMOUNT } from './money.ts';

/** Options of the fields of a line: of an invoice, an estimate, a list of prices. */

export const description = {
  minLength: 1,
  maxLength: 500,
  pattern: NOT_BLANK,
  description: 'What the line is for.',
  examples: ['Water heater, 50 gallons'],
};
export const quantity = {
  minimum: 0.001,
  maximum: 1_000_000,
  description: 'Quantity, with at most 3 decimals.',
  examples: [1.5],
};
export const unitAmount = {
  minimum: -MAX_AMOUNT,
  maximum: MAX_AMOUNT,
  description:
    'Price per unit in minor units of the currency, such as cents; negative for a discount.',
  examples: [12_900],
};
export const taxRate = {
  minimum: 0,
  maximum: 100,
  description: 'Tax rate in percent, with at most 4 decimals. The tax is added to the amount.',
  examples: [8.25],
};
export const currency = {
  pattern: CURRENCY_FORM,
  maxLength: 3,
  description: 'Currency of all amounts, as a three-letter ISO 4217 code.',
  examples: ['USD'],
};
