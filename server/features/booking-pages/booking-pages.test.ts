import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';

const PAGE = { name: 'Website', title: 'Book with Alder', services: ['tune_up'] };

describe('booking pages', () => {
  const service = sharedService();
  let organization: TestOrganization;
  before(async () => {
    organization = await service.newOrganization();
  });
  const create = (fields: object = {}) =>
    created(organization.api.post('/v1/booking-pages', { ...PAGE, ...fields }));

  it('are created with a name, a title and services, and have an address', async () => {
    const page = await create();
    assert.equal(page.url, `${service.url}/b/${page.page_key}`);
    assert(page.embed_html.includes(`<iframe src="${page.url}" title="Book with Alder"`));
    assert.deepEqual(
      [page.source, page.languages, page.brand, page.thank_you, page.redirect_url, page.active],
      [
        'booking_page',
        ['en', 'es', 'fr', 'de', 'pt'],
        { color: null, logo_url: null },
        null,
        null,
        true,
      ],
    );
    const path = `/v1/booking-pages/${page.booking_page_id}`;
    assert.deepEqual((await organization.api.get(path)).body, page);
  });

  it('are refused with all errors at once', async () => {
    const wrong = {
      ...{ title: ' ', services: [], languages: ['nl'], redirect_url: 'javascript:alert(1)' },
      brand: { color: 'red', logo_url: 'http://alder.example.com/logo.png' },
    };
    const refused = await organization.api.post('/v1/booking-pages', wrong);
    assert.equal(refused.status, 422);
    assert.deepEqual(fieldErrors(refused).toSorted(), [
      '/brand/color invalid_format',
      '/brand/logo_url invalid_format',
      '/languages/0 not_allowed',
      '/name required',
      '/redirect_url invalid_format',
      '/services too_short',
      '/title too_short',
    ]);
    const { detail } = refused.body.errors.find(
      (error: { pointer: string }) => error.pointer === '/services',
    );
    assert.equal(detail, 'The field services must have at least 1 entry.');
  });

  it('change only in the fields that are sent, with an event', async () => {
    const page = await create({ thank_you: 'See you.', services: ['tune_up', 'tune_up'] });
    assert.deepEqual(page.services, ['tune_up']);
    const path = `/v1/booking-pages/${page.booking_page_id}`;
    const change = { brand: { color: '#0B5CAD' }, thank_you: null, active: false };
    const { body } = await organization.api.patch(path, change);
    assert.deepEqual(body.brand, { color: '#0b5cad', logo_url: null });
    assert.deepEqual([body.thank_you, body.active, body.title], [null, false, page.title]);
    await organization.api.patch(path, change);
    const { data } = (await organization.api.get('/v1/events?limit=200')).body;
    const events = data.filter(
      (event: { data: { booking_page_id?: string } }) =>
        event.data.booking_page_id === page.booking_page_id,
    );
    assert.deepEqual(
      events.map(({ type }: { type: string }) => type),
      ['booking_page.created', 'booking_page.updated'],
    );
    assert.equal(events[1].previous.thank_you, 'See you.');
  });

  it('are listed newest first, and are not visible to another organization', async () => {
    const page = await create();
    const { body } = await organization.api.get('/v1/booking-pages?limit=1');
    assert.deepEqual([body.data[0], body.has_more], [page, true]);
    const other = await service.newOrganization();
    assert.deepEqual((await other.api.get('/v1/booking-pages')).body.data, []);
    const path = `/v1/booking-pages/${page.booking_page_id}`;
    assert.equal((await other.api.get(path)).status, 404);
    assert.equal((await other.api.patch(path, { active: false })).status, 404);
  });

  it('are closed while their organization is suspended', async () => {
    const other = await service.newOrganization();
    const page = await created(other.api.post('/v1/booking-pages', PAGE));
    assert.equal((await fetch(page.url)).status, 200);
    const suspend = `/v1/organizations/${other.organizationId}/suspend`;
    assert.equal((await service.operator.post(suspend)).status, 200);
    // Other requests may be refused because there are too many of them in this second.
    const refused = (method: string) =>
      eventually(async () => {
        const response = await fetch(page.url, { method });
        return response.status === 403 && response;
      });
    assert.match(await (await refused('GET')).text(), /closed at the moment/);
    await refused('POST');
  });

  it('cannot be listed: without a tenant, the directory shows only the presented key', async () => {
    const page = await create();
    const { database } = service;
    const all = { name: 'all_booking_pages', text: 'select page_key from booking_page_directory' };
    assert.deepEqual(await database.withoutTenant(all, []), []);
    const presented = {
      name: 'presented_booking_page',
      text: `select d.page_key from set_config('app.page_key', $1, true) as set
             cross join lateral (select page_key from booking_page_directory where set is not null) as d`,
    };
    assert.deepEqual(await database.withoutTenant(presented, [page.page_key]), [
      { page_key: page.page_key },
    ]);
  });
});
