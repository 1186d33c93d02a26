import { CURRENCY_FORM } from '../../domain/currencies.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { NOT_BLANK } from '../../platform/http/fields.ts';
import { METHODS } from './invoice.ts';
import { GREATEST_AMOUNT } from './money.ts';

/** What the fields of an invoice are, as it is sent and as it is shown. */

export const description = {
  minLength: 1,
  maxLength: 500,
  pattern: NOT_BLANK,
  description: 'What it is for.',
  examples: ['Water heater, 50 gallons'],
};
export const quantity = {
  minimum: 0.001,
  maximum: 1_000_000,
  description: 'How many, with at most 3 decimals.',
  examples: [1.5],
};
export const unitAmount = {
  minimum: -GREATEST_AMOUNT,
  maximum: GREATEST_AMOUNT,
  description: 'Price of one, in minor units; negative for a discount.',
  examples: [12_900],
};
export const taxRate = {
  minimum: 0,
  maximum: 100,
  description: 'Tax on top, in percent, with at most 4 decimals.',
  examples: [8.25],
};
export const currency = {
  pattern: CURRENCY_FORM,
  maxLength: 3,
  description: 'Currency of all amounts, as ISO 4217 has it.',
  examples: ['USD'],
};
export const dueOn = {
  format: 'date',
  description: 'The day it is to be paid by.',
  examples: ['2027-03-31'],
};
export const notes = { maxLength: TEXT_LIMITS.notes, description: 'Free text for the customer.' };
export const reason = {
  minLength: 1,
  maxLength: TEXT_LIMITS.reason,
  pattern: NOT_BLANK,
  description: 'Why.',
};
export const reference = {
  maxLength: 200,
  description: 'What it is known by elsewhere: the number of a check, of a transfer, of a charge.',
};
export const method = {
  type: 'string',
  enum: [...METHODS],
  description: 'How it was paid.',
  examples: ['card'],
};
