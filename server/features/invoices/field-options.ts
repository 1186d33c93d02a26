import { CURRENCY_FORM } from '../../domain/currencies.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { NOT_BLANK } from '../../platform/http/fields.ts';
import { METHODS } from './invoice.ts';
import { MAX_AMOUNT } from './money.ts';

/** Field options that request bodies and responses share. */

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
export const dueOn = {
  format: 'date',
  description: 'Due date: the last day on which a payment is on time.',
  examples: ['2027-03-31'],
};
export const notes = { maxLength: TEXT_LIMITS.notes, description: 'Free text for the customer.' };
export const reason = {
  minLength: 1,
  maxLength: TEXT_LIMITS.reason,
  pattern: NOT_BLANK,
};
export const reference = {
  maxLength: 200,
  description:
    'Reference in another system, such as the number of a check, a transfer or a charge.',
};
export const paymentNote = {
  maxLength: TEXT_LIMITS.reason,
  description: 'Note about the payment, for the office.',
};
export const method = {
  type: 'string',
  enum: [...METHODS],
  description: 'Payment method.',
  examples: ['card'],
};
