import Type from 'typebox';
import { readSearch } from '../../domain/search.ts';
import { SEARCH_TOO_SHORT, searchParameter } from '../../domain/search-parameter.ts';
import { filterByUser, userFilter } from '../../domain/user-filter.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { commaList } from '../../platform/http/fields.ts';
import { read } from '../../platform/http/operation.ts';
import { filterByStatus, unknownStatuses } from '../../platform/list-filters.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { type CaptureRange, captureRange } from './age.ts';
import { listLeadRows } from './list-leads-query.ts';
import { toLead } from './queries.ts';
import { LEAD_STATUSES, Lead } from './schemas.ts';

export const listLeads = read({
  id: 'listLeads',
  path: '/v1/leads',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:read', 'leads:own'],
  summary: 'List leads',
  description:
    'Returns the leads of your organization, newest first. Filters are combined. Deleted and merged leads are left out unless `include_deleted` is true.',
  query: listQuery({
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
    assigned_to: userFilter('Only leads assigned to this user.'),
    q: Type.Optional(searchParameter),
    include_deleted: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Also list deleted and merged leads.',
        examples: [false],
      }),
    ),
  }),
  ignoresEmpty: true,
  responses: pagesOf(Lead, 'The leads, newest first.'),
  async run(tx, { query, caller }) {
    const range = query.age === undefined ? ANY_AGE : captureRange(query.age, tx.now);
    const search = query.q === undefined ? null : readSearch(query.q, 'lead');
    const errors = [
      ...unknownStatuses(LEAD_STATUSES, query.status),
      ...(range === null ? [INVALID_AGE] : []),
      ...(query.q !== undefined && search === null ? [SEARCH_TOO_SHORT] : []),
    ];
    if (errors.length > 0 || range === null) throw validationFailed(errors);
    const filters = {
      statuses: filterByStatus(LEAD_STATUSES, query.status),
      sources: query.source === undefined ? null : [...new Set(query.source.split(','))],
      assignedTo: filterByUser('assigned_to', query.assigned_to, caller),
      unassigned: query.unassigned ?? null,
      capturedFrom: range.from,
      capturedBefore: range.before,
      includeDeleted: query.include_deleted ?? false,
      search,
    };
    return pageById(
      query,
      'lead',
      (before, limit) => listLeadRows(tx, filters, before, limit),
      toLead,
    );
  },
});

const ANY_AGE: CaptureRange = { from: null, before: null };

const INVALID_AGE: FieldError = {
  pointer: '/age',
  code: 'invalid_format',
  detail:
    'The query parameter age is not valid. Use a value such as 24h, 7d, 15m or >15m, or a number of days.',
};
