import Type from 'typebox';
import { readSearch } from '../../domain/search.ts';
import { SEARCH_TOO_SHORT, searchParameter } from '../../domain/search-parameter.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { read } from '../../platform/http/operation.ts';
import { filterById, filterByStatus, unknownStatuses } from '../../platform/list-filters.ts';
import { listQuery, pageAnswer, pageById } from '../../platform/paging.ts';
import { type CaptureSpan, captureSpan } from './age.ts';
import { listLeadRows } from './list-leads-query.ts';
import { toLead } from './queries.ts';
import { LEAD_STATUSES, Lead } from './schemas.ts';

export const listLeads = read({
  id: 'listLeads',
  path: '/v1/leads',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:read'],
  summary: 'List leads',
  description:
    'The leads of your organization, newest first. Filters are combined. Deleted and merged ones are left out unless asked for.',
  query: listQuery({
    status: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Only leads with this status, or with one of these, separated by commas.',
        examples: ['new,qualified'],
      }),
    ),
    source: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'Only leads from this source, or from one of these, separated by commas.',
        examples: ['web_form'],
      }),
    ),
    unassigned: Type.Optional(
      Type.Boolean({
        description: 'true: only leads that nobody takes care of; false: only those of somebody.',
        examples: [true],
      }),
    ),
    age: Type.Optional(
      Type.String({
        maxLength: 10,
        description:
          '`24h`, `7d`, `15m`: captured within; `>15m`: longer ago. A bare number is days.',
        examples: ['24h'],
      }),
    ),
    assigned_to: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.id,
        description: 'Only leads of this user.',
        examples: ['user_01h455vb4pex5vsknk084sn02q'],
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
  }),
  answers: pageAnswer(Lead, 'The leads, newest first.'),
  async run(tx, { query }) {
    const span = query.age === undefined ? ANY_AGE : captureSpan(query.age, tx.now);
    const search = query.q === undefined ? null : readSearch(query.q, 'lead');
    const wrong = [
      ...unknownStatuses(LEAD_STATUSES, query.status),
      ...(span === null ? [BAD_AGE] : []),
      ...(query.q !== undefined && search === null ? [SEARCH_TOO_SHORT] : []),
    ];
    if (wrong.length > 0 || span === null) throw validationFailed(wrong);
    const filters = {
      statuses: filterByStatus(LEAD_STATUSES, query.status),
      sources: query.source === undefined ? null : [...new Set(query.source.split(','))],
      assignedTo: filterById('user', query.assigned_to),
      unassigned: query.unassigned ?? null,
      capturedFrom: span.from,
      capturedBefore: span.before,
      includeDeleted: query.include_deleted ?? false,
      search,
    };
    return pageById(query, 'lead', {
      rows: (before, limit) => listLeadRows(tx, filters, before, limit),
      idOf: (row) => row.lead_id,
      toItem: toLead,
    });
  },
});

const ANY_AGE: CaptureSpan = { from: null, before: null };

const BAD_AGE: FieldError = {
  pointer: '/age',
  code: 'invalid_format',
  detail: 'The query parameter age must look like 24h, 7d, 15m, >15m, or a number of days.',
};
