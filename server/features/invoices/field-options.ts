import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { NOT_BLANK } from '../../platform/http/fields.ts';
import { METHODS } from './invoice.ts';

/** Field options that request bodies and responses share. */

export { currency, description, quantity, taxRate, unitAmount } from '../../domain/line-fields.ts';

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
