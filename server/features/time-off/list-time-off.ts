import Type from 'typebox';
import { idField } from '../../domain/id-field.ts';
import { read } from '../../platform/http/operation.ts';
import { filterById } from '../../platform/list-filters.ts';
import { listQuery, pageById, pageResponse } from '../../platform/paging.ts';
import { listTimeOffRows, toTimeOff } from './queries.ts';
import { TimeOff } from './schemas.ts';
import { checkRange } from './time-off.ts';

export const listTimeOff = read({
  id: 'listTimeOff',
  path: '/v1/time-off',
  tag: 'Time off',
  resource: 'time off',
  scopes: ['time_off:read'],
  summary: 'List time off',
  description:
    'Returns the time off of your organization, newest first. Filters are combined. Deleted time off is left out.',
  query: listQuery({
    user_id: Type.Optional(idField('user', 'Only time off of this user.')),
    from: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Only time off that ends after this time.',
        examples: ['2027-07-01T00:00:00-07:00'],
      }),
    ),
    to: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Only time off that starts before this time.',
        examples: ['2027-08-01T00:00:00-07:00'],
      }),
    ),
  }),
  responses: pageResponse(TimeOff, 'Time off, newest first.'),
  check: checkRange,
  async run(tx, { query }) {
    const filters = {
      userId: filterById('user', query.user_id),
      from: timeOrNull(query.from),
      to: timeOrNull(query.to),
    };
    return pageById(query, 'time_off', {
      rows: (before, limit) => listTimeOffRows(tx, filters, before, limit),
      idOf: (row) => row.time_off_id,
      toItem: toTimeOff,
    });
  },
});

function timeOrNull(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}
