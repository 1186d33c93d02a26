import { z } from 'zod';

/** Fields of arguments. Their descriptions are short: every client sends all of them to its model with each request. */
export const text = (description: string) => z.string().describe(description);
export const optional = (description: string) => text(description).optional();
export const integer = (description: string) => z.int().describe(description).optional();

export const CONTACT = {
  lead_id: optional('This, customer_id or lifecycle_number.'),
  customer_id: optional('Instead of lead_id.'),
  lifecycle_number: optional('Instead of lead_id; such as 100042-7.'),
};

export const AGAIN = {
  again: z.boolean().describe('True to do exactly the same a second time, on purpose.').optional(),
};

export const CONFIRMATION = {
  confirmation: optional('From the first call, once the user has agreed.'),
};

/** A choice among what the token may do. The list is not empty, or the tool would not be offered. */
export function choice(options: readonly string[], description: string) {
  return z.enum(options).describe(description);
}
