import Type, { type Static } from 'typebox';
import { dateOrTime, dateOrTimeErrors, endOf, startOf } from '../../domain/date-or-time.ts';
import { readSearch } from '../../domain/search.ts';
import { SEARCH_TOO_SHORT, searchParameter } from '../../domain/search-parameter.ts';
import { textField } from '../../domain/text-limits.ts';
import { filterByUser, userFilter } from '../../domain/user-filter.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { commaList } from '../../platform/http/fields.ts';
import { filterById, filterByStatus, unknownStatuses } from '../../platform/list-filters.ts';
import { listQuery } from '../../platform/paging.ts';
import { type CaptureRange, captureRange } from './age.ts';
import type { LeadFilters } from './list-leads-query.ts';
import { readMetadata } from './origin.ts';
import { Metadata } from './origin-schemas.ts';
import { LEAD_STATUSES } from './schemas.ts';

const OUTCOMES = ['open', 'won', 'lost'] as const;

export const ListLeadsQuery = listQuery({
  status: commaList(LEAD_STATUSES, {
    maxLength: 100,
    description: 'Only leads with one of these statuses.',
    example: 'new,qualified',
  }),
  source: commaList(null, {
    maxLength: 1000,
    description: 'Only leads from one of these sources.',
    example: 'web_form',
  }),
  unassigned: Type.Optional(
    Type.Boolean({
      description: '`true`: only leads without an assigned user. `false`: only leads with one.',
      examples: [true],
    }),
  ),
  age: Type.Optional(
    Type.String({
      maxLength: 25,
      description:
        'Age of the lead. `24h`, `7d`, `15m` or `P7D`: captured within that time. `>15m`: captured longer ago. A bare number means days.',
      examples: ['24h'],
    }),
  ),
  from: dateOrTime('Only leads captured at this time or later.', '2027-02-01'),
  to: dateOrTime('Only leads captured before this; a date is included.', '2027-02-28'),
  assigned_to: userFilter('Only leads assigned to this user.'),
  booked: Type.Optional(
    Type.Boolean({
      description:
        '`false`: only leads without a visit that is booked or took place. `true`: only leads with one.',
      examples: [false],
    }),
  ),
  outcome: commaList(OUTCOMES, {
    maxLength: 100,
    description: 'Only leads with one of these outcomes; `open` means none yet.',
    example: 'open',
  }),
  relation: Type.Optional(
    Type.Unsafe<'new' | 'returning'>({
      type: 'string',
      enum: ['new', 'returning'],
      description:
        '`returning`: only leads of people who were customers already. `new`: only others.',
      examples: ['returning'],
    }),
  ),
  service_needed: commaList(null, {
    maxLength: 1000,
    description: 'Only leads that need one of these services.',
    example: 'water_heater_repair',
  }),
  customer_id: Type.Optional(
    Type.String(
      textField('id', 'Only leads of this customer.', 'customer_01h455vb4pex5vsknk084sn02q'),
    ),
  ),
  campaign: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Only leads of this campaign.',
      examples: ['spring_tune_up'],
    }),
  ),
  metadata: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      ...Metadata,
      title: undefined,
      description: 'Only leads with these values in their metadata: `metadata.plan=gold`.',
    }),
  ),
  sort: Type.Optional(
    Type.Unsafe<'created_at' | 'last_activity_at'>({
      type: 'string',
      enum: ['created_at', 'last_activity_at'],
      default: 'created_at',
      description: 'The newest by this time are listed first. A search is always by `created_at`.',
      examples: ['last_activity_at'],
    }),
  ),
  q: Type.Optional(searchParameter),
  include_deleted: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Also list deleted and merged leads.',
      examples: [false],
    }),
  ),
});

type Query = Static<typeof ListLeadsQuery>;

/** The filters of a list of leads. Throws 422 with everything that is wrong. */
export function readLeadFilters(
  query: Query,
  caller: Parameters<typeof filterByUser>[2],
  now: Date,
  timeZone: string,
): LeadFilters {
  const range = query.age === undefined ? ANY_AGE : captureRange(query.age, now);
  const search = query.q === undefined ? null : readSearch(query.q, 'lead');
  const errors = [
    ...unknownStatuses(LEAD_STATUSES, query.status),
    ...unknownStatuses(OUTCOMES, query.outcome, 'outcome'),
    ...(range === null ? [INVALID_AGE] : []),
    ...dateOrTimeErrors(query),
    ...(query.q !== undefined && search === null ? [SEARCH_TOO_SHORT] : []),
  ];
  if (errors.length > 0 || range === null) throw validationFailed(errors);
  const from = query.from === undefined ? null : startOf(query.from, timeZone);
  const to = query.to === undefined ? null : endOf(query.to, timeZone);
  return {
    statuses: filterByStatus(LEAD_STATUSES, query.status),
    sources: valuesIn(query.source),
    assignedTo: filterByUser('assigned_to', query.assigned_to, caller),
    unassigned: query.unassigned ?? null,
    capturedFrom: latest(range.from, from),
    capturedBefore: earliest(range.before, to),
    booked: query.booked ?? null,
    outcomes: filterByStatus(OUTCOMES, query.outcome),
    relation: query.relation ?? null,
    services: valuesIn(query.service_needed),
    customerId: filterById('customer', query.customer_id),
    campaign: query.campaign ?? null,
    metadata: readMetadata(query.metadata),
    includeDeleted: query.include_deleted ?? false,
    search,
  };
}

function valuesIn(list: string | undefined): string[] | null {
  return list === undefined ? null : [...new Set(list.split(','))];
}

function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

function latest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

const ANY_AGE: CaptureRange = { from: null, before: null };

const INVALID_AGE: FieldError = {
  pointer: '/age',
  code: 'invalid_format',
  detail:
    'The query parameter age is not valid. Use a value such as 24h, 7d, 15m or >15m, or a number of days.',
};
