import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newOrganizationKey, organizationOfKey } from '../../domain/organization-key.ts';
import { startAnotherApp } from '../../testing/another-app.ts';
import type { SentPage } from '../../testing/booking-visitor.ts';
import { created } from '../../testing/created.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { inOneMoment } from '../../testing/in-one-moment.ts';
import { freshLead } from '../../testing/leads.ts';
import { LinkVisitor, newLinkFor } from '../../testing/link-visitor.ts';

const MAX_GUESSES = 100;

describe('too many requests for the pages of customers', () => {
  const service = sharedService();
  const app = shared(() => startAnotherApp(service, { trustProxy: 1 }));
  const link = shared(async () => {
    const { api } = await service.newOrganization();
    const { lead_id } = await created(api.post('/v1/leads', freshLead({ name: 'Dana' })));
    const { customer_id } = await created(api.post(`/v1/leads/${lead_id}/convert`));
    return newLinkFor(api, 'profile', customer_id);
  });
  const from = (address: string, path = link.path) => new LinkVisitor(app.url + path, address);

  function assertRefused({ status, headers, text }: SentPage, seconds: number): void {
    assert.equal(status, 429, text);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('retry-after'), String(seconds));
    assert.match(text, /<h1>Too many requests<\/h1><p class="text">Wait a moment, then reload/);
  }

  it('refuse an address that guesses keys, also with a right one, and no other address', async () => {
    const organizationId = organizationOfKey(link.path.slice('/c/'.length)) ?? assert.fail();
    const guess = () => from('203.0.113.7', `/c/${newOrganizationKey(organizationId)}`);
    await inOneMoment(async () => {
      const guesses = Array.from({ length: MAX_GUESSES }, (_, n) =>
        n % 2 === 0 ? guess().open() : guess().post('save', { name: 'x' }),
      );
      for (const { status } of await Promise.all(guesses)) assert.equal(status, 404);
      assertRefused(await guess().open(), 10);
      assertRefused(await guess().post('save', { name: 'x' }), 10);
      // Otherwise the response would say which guess was right.
      assertRefused(await from('203.0.113.7').open(), 10);
      assert.equal((await from('203.0.113.8').open()).status, 200);
    });
  });

  it('refuse what one address sends more than ten times in a second to one link', async () => {
    const visitor = from('203.0.113.9');
    await inOneMoment(async () => {
      const all = await Promise.all(
        Array.from({ length: 16 }, (_, n) =>
          n % 2 === 0 ? visitor.open() : visitor.post('save', { name: '' }),
        ),
      );
      const refused = all.filter(({ status }) => status === 429);
      assert.equal(refused.length, 6);
      for (const page of refused) assertRefused(page, 1);
      assert.equal((await from('203.0.113.10').open()).status, 200);
    });
  });

  it('refuse also the page after a payment', async () => {
    const key = `${'0'.repeat(26)}-${'0'.repeat(26)}`;
    const visitor = from('203.0.113.11', `/paid/${key}`);
    const all = await inOneMoment(() =>
      Promise.all(Array.from({ length: 12 }, () => visitor.open())),
    );
    const refused = all.filter(({ status }) => status === 429);
    assert.equal(refused.length, 2, all.map(({ status }) => status).join());
    for (const page of refused) assertRefused(page, 1);
  });
});
