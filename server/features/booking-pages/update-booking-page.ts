import { updateResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changed, checkBookingPage } from './booking-page.ts';
import { bookingPageUpdated } from './events.ts';
import { bookingPageResource, lockBookingPage } from './queries.ts';
import { BookingPage, UpdateBookingPageBody } from './schemas.ts';

export const updateBookingPage = mutation({
  id: 'updateBookingPage',
  method: 'PATCH',
  path: '/v1/booking-pages/{id}',
  tag: 'Forms',
  resource: 'booking page',
  scopes: ['forms:write'],
  summary: 'Update a booking page',
  description:
    'Changes the fields that you send. Visitors see the change immediately, and the address stays. Set `active` to false to take the page offline.',
  body: UpdateBookingPageBody,
  responses: returns(BookingPage, 'The page after the change.'),
  check: checkBookingPage,
  async run(tx, { params, body, baseUrl }) {
    const before = await lockBookingPage(tx, params.id);
    const after = changed(before, body);
    const resource = bookingPageResource(baseUrl);
    return { status: 200, body: updateResource(tx, resource, before, after, bookingPageUpdated) };
  },
});
