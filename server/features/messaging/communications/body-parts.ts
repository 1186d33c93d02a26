import { readAddress, type SentBy, unreadableAddress } from '../../../domain/message-address.ts';
import { oneOfErrors } from '../../../domain/one-of.ts';
import { idInput, lifecycleNumberInput } from '../../../domain/reference-fields.ts';
import type { FieldError } from '../../../platform/errors.ts';

/** Parts that recording and sending share: the contact, the addresses, the subject. */

export const TARGETS = ['lead_id', 'customer_id', 'lifecycle_number'] as const;

export const contactFields = {
  lead_id: idInput('lead', 'Id of the lead.'),
  customer_id: idInput('customer', 'Id of the customer, instead of `lead_id`.'),
  lifecycle_number: lifecycleNumberInput('Lifecycle number, instead of `lead_id`.'),
};

export function contactErrors(body: Record<string, unknown>): FieldError[] {
  return oneOfErrors(body, TARGETS, 'the contact');
}

export function addressErrors(
  pointer: `/${string}`,
  channel: SentBy,
  address: unknown,
  country: string,
): FieldError[] {
  if (typeof address !== 'string' || readAddress(channel, address, country) !== null) return [];
  return [unreadableAddress(pointer, channel)];
}

export function subjectErrors({ channel, subject }: Record<string, unknown>): FieldError[] {
  if (channel === 'email' || subject === undefined || subject === null) return [];
  const detail = 'Only an email has a subject. Leave out subject.';
  return [{ pointer: '/subject', code: 'not_allowed', detail }];
}

export function notAllowed(
  body: Record<string, unknown>,
  names: readonly string[],
  what: string,
): FieldError[] {
  return names
    .filter((name) => body[name] !== undefined)
    .map((name) => ({
      pointer: `/${name}`,
      code: 'not_allowed',
      detail: `The field ${name} is not allowed for ${what}. Leave it out.`,
    }));
}
