import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { newKey } from '../../platform/unguessable-key.ts';
import { checkBookingPage, newContent } from './booking-page.ts';
import { bookingPageCreated } from './events.ts';
import { bookingPageResource } from './queries.ts';
import { BookingPage, CreateBookingPageBody } from './schemas.ts';

export const createBookingPage = mutation({
  id: 'createBookingPage',
  method: 'POST',
  path: '/v1/booking-pages',
  tag: 'Forms',
  resource: 'booking page',
  scopes: ['forms:write'],
  summary: 'Create a booking page',
  description:
    'Creates a hosted booking page: customers choose a service, a day and a time, and book by themselves. Link to its `url`, or show it inside your own page with `embed_html`.',
  body: CreateBookingPageBody,
  responses: creates(BookingPage, 'The page, with its address.'),
  check: checkBookingPage,
  async run(tx, { body, baseUrl }) {
    const row = {
      booking_page_id: newUuid(),
      page_key: newKey(),
      ...newContent(body),
      created_at: tx.now,
      updated_at: tx.now,
    };
    const resource = bookingPageResource(baseUrl);
    return { status: 201, body: createResource(tx, resource, row, bookingPageCreated) };
  },
});
