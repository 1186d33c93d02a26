import Type from 'typebox';
import { endOf, startOf } from '../../domain/date-or-time.ts';
import { outOfRangeErrors } from '../../domain/date-span.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { filterByUser, userFilter } from '../../domain/user-filter.ts';
import type { Caller } from '../../platform/auth/authenticator.ts';
import type { FieldError } from '../../platform/errors.ts';
import { keysOf } from '../../platform/keys-of.ts';
import type { SentFilters } from './invoice-conditions.ts';
import type { PaidBetween } from './list-invoices-by-paid.ts';
import type { InvoiceFilters } from './list-invoices-query.ts';

/** The filters of a list of sent invoices: what a bar of the revenue report has counted. */

const day = (description: string, example: string) =>
  Type.Optional(Type.String({ format: 'date', description, examples: [example] }));

export const SENT_FILTERS = {
  sent_from: day(
    'Return only invoices sent on this day or later, in the organization’s time zone.',
    '2027-02-01',
  ),
  sent_to: day('Return only invoices sent on this day or before.', '2027-02-28'),
  paid_from: day(
    'Return only invoices with a payment received on this day or later, newest invoice first.',
    '2027-02-01',
  ),
  paid_to: day('Return only invoices with a payment received on this day or before.', '2027-02-28'),
  currency: Type.Optional(
    Type.String({
      maxLength: 3,
      description: 'Return only sent invoices in this currency.',
      examples: ['USD'],
    }),
  ),
  source: Type.Optional(
    Type.String({
      maxLength: TEXT_LIMITS.source,
      description: 'Return only sent invoices of leads from this source.',
      examples: ['web_form'],
    }),
  ),
  assigned_to: userFilter('Return only sent invoices of jobs assigned to this user.'),
  unassigned: Type.Optional(
    Type.Boolean({
      description: 'Return only sent invoices of unassigned jobs, or of the others.',
      examples: [true],
    }),
  ),
};

interface SentQuery {
  sent_from?: string;
  sent_to?: string;
  paid_from?: string;
  paid_to?: string;
  currency?: string;
  source?: string;
  assigned_to?: string;
  unassigned?: boolean;
}

/** Whether only sent invoices are wanted. */
export function isBySent(query: SentQuery): boolean {
  return keysOf(SENT_FILTERS).some((name) => query[name] !== undefined);
}

export function sentFilterErrors(query: Record<string, unknown>): FieldError[] {
  const errors = outOfRangeErrors(query, ['sent_from', 'sent_to', 'paid_from', 'paid_to']);
  if (query.sort !== 'due_on' || !isBySent(query)) return errors;
  const detail =
    'A list of sent invoices is sorted by when they were sent. Leave sort out, or the filters of sent invoices.';
  return [...errors, { pointer: '/sort', code: 'not_allowed', detail }];
}

/** When payments were received; null if that is no filter. */
export function paidBetween(query: SentQuery, timeZone: string): PaidBetween | null {
  const { paid_from, paid_to } = query;
  if (paid_from === undefined && paid_to === undefined) return null;
  return { from: startsAt(paid_from, timeZone), to: endsAt(paid_to, timeZone) };
}

export function sentFilters(
  query: SentQuery,
  caller: Caller,
  timeZone: string,
): Omit<SentFilters, keyof InvoiceFilters> {
  return {
    currency: query.currency ?? null,
    source: query.source ?? null,
    assignedTo: filterByUser('assigned_to', query.assigned_to, caller),
    unassigned: query.unassigned ?? null,
    sentFrom: startsAt(query.sent_from, timeZone),
    sentBefore: endsAt(query.sent_to, timeZone),
  };
}

function startsAt(date: string | undefined, timeZone: string): Date | null {
  return date === undefined ? null : startOf(date, timeZone);
}

function endsAt(date: string | undefined, timeZone: string): Date | null {
  return date === undefined ? null : endOf(date, timeZone);
}
