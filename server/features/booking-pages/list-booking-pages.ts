import { read } from '../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../platform/paging.ts';
import { listBookingPageRows, toBookingPage } from './queries.ts';
import { BookingPage } from './schemas.ts';

export const listBookingPages = read({
  id: 'listBookingPages',
  path: '/v1/booking-pages',
  tag: 'Forms',
  resource: 'booking page',
  scopes: ['forms:read'],
  summary: 'List booking pages',
  description: 'Returns the booking pages of your organization, active or not, newest first.',
  query: listQuery({}),
  responses: pagesOf(BookingPage, 'The pages, newest first.'),
  run: newestFirst('booking_page', listBookingPageRows, (row, { baseUrl }) =>
    toBookingPage(row, baseUrl),
  ),
});
