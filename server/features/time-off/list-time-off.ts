import Type from 'typebox';
import { toUuid } from '../../domain/ids.ts';
import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { listTimeOffRows, toTimeOff } from './queries.ts';
import { TimeOff } from './schemas.ts';
import { checkSpan } from './time-off.ts';

export const listTimeOff = read({
  id: 'listTimeOff',
  path: '/v1/time-off',
  tag: 'Time off',
  resource: 'time off',
  scopes: ['time_off:read'],
  summary: 'List time off',
  description:
    'The time off of your organization, newest first. Filters are combined. What was deleted is left out.',
  query: listQuery({
    user_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Only time off of this user.',
        examples: ['user_01h455vb4pex5vsknk084sn02q'],
      }),
    ),
    from: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Only what ends after this time.',
        examples: ['2027-07-01T00:00:00-07:00'],
      }),
    ),
    to: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Only what starts before this time.',
        examples: ['2027-08-01T00:00:00-07:00'],
      }),
    ),
  }),
  answers: {
    200: { description: 'A page of time off.', body: page(TimeOff, 'Time off, newest first.') },
  },
  check: checkSpan,
  async run(tx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const before = readIdCursor('timeoff', query.cursor);
    const userId = query.user_id === undefined ? null : toUuid('user', query.user_id);
    // An id that is no user's has no time off; that is an answer, not a mistake.
    if (query.user_id !== undefined && userId === null) {
      return { data: [], has_more: false, next_cursor: null };
    }
    const filters = { userId, from: timeOrNull(query.from), to: timeOrNull(query.to) };
    const rows = await listTimeOffRows(tx, filters, before, limit + 1);
    return pageOf(rows, limit, toTimeOff, (row) => idCursor('timeoff', row.time_off_id));
  },
});

function timeOrNull(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}
