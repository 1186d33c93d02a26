import { before, describe, it } from 'node:test';
import { makeResource } from '../../testing/builders.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { assertReadBy, multiplyRow } from '../../testing/plans.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { listBookingPageRows } from './queries.ts';

describe('with 20,000 booking pages', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  before(async () => {
    const id = uuidFrom('booking_page', await makeResource('booking_page', service, organization));
    await multiplyRow(
      service,
      { table: 'booking_pages', key: 'booking_page_id', id },
      `'page_key', n::text, 'name', n::text`,
    );
  });

  it('a page is read from booking_pages_pkey', () =>
    assertReadBy(
      service,
      organization,
      { table: 'booking_pages', index: 'booking_pages_pkey' },
      (tx) => listBookingPageRows(tx, null, 51),
    ));
});
