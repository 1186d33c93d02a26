import { dateOrTime, dateOrTimeErrors, endOf, startOf } from '../../domain/date-or-time.ts';
import { filterByUser, userFilter } from '../../domain/user-filter.ts';
import { read } from '../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { findOrganization } from '../organizations/index.ts';
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
    user_id: userFilter('Only time off of this user.'),
    from: dateOrTime('Only time off that ends after this.', '2027-07-01'),
    to: dateOrTime('Only time off that starts before this; a date is included.', '2027-07-31'),
  }),
  responses: pagesOf(TimeOff, 'Time off, newest first.'),
  check: (query) => [...dateOrTimeErrors(query), ...checkRange(query)],
  async run(tx, { query, caller }) {
    const { time_zone } = await findOrganization(tx);
    const filters = {
      userId: filterByUser('user_id', query.user_id, caller),
      from: query.from === undefined ? null : startOf(query.from, time_zone),
      to: query.to === undefined ? null : endOf(query.to, time_zone),
    };
    return pageById(
      query,
      'time_off',
      (before, limit) => listTimeOffRows(tx, filters, before, limit),
      toTimeOff,
    );
  },
});
