import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findBookingPage, toBookingPage } from './queries.ts';
import { BookingPage } from './schemas.ts';

export const getBookingPage = read({
  id: 'getBookingPage',
  path: '/v1/booking-pages/{id}',
  tag: 'Forms',
  resource: 'booking page',
  scopes: ['forms:read'],
  summary: 'Get a booking page',
  description: 'Returns a booking page, active or not, with its address.',
  responses: returns(BookingPage, 'The page.'),
  async run(tx, { params, baseUrl }) {
    return toBookingPage(await findBookingPage(tx, params.id), baseUrl);
  },
});
