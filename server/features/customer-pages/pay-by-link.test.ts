import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../testing/eventually.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { newLinkFor } from '../../testing/link-visitor.ts';
import { Paying } from '../../testing/paying.ts';
import { StripeStand } from '../../testing/stripe-stand.ts';

describe('paying an invoice by its link', () => {
  const service = sharedService({ hasWorker: true });
  const stripe = shared(() => StripeStand.start(() => service.clock.now()));

  it('leads to the page of the provider, which does not learn the link, and says how things are', async () => {
    const paying = await Paying.open(service, stripe);
    const { invoice_id } = await paying.books.sent();
    const visitor = await newLinkFor(paying.api, 'invoice', invoice_id);
    assert.match((await visitor.open()).text, /Pay online/);
    const asked = await Promise.all([visitor.post('pay'), visitor.post('pay')]);
    for (const { status, location } of asked) {
      assert.deepEqual([status, location], [303, `${visitor.path}/pay`]);
    }
    // A link takes ten requests per second from one address.
    const openPay = () =>
      eventually(async () => {
        const page = await visitor.open('/pay');
        return page.status !== 429 && page;
      });
    const ready = await eventually(async () => {
      const page = await openPay();
      assert.match(page.text, /Continue to the payment/);
      const refresh = page.headers.get('refresh') ?? '';
      return refresh.startsWith('0;url=') && { page, url: refresh.slice('0;url='.length) };
    });
    assert(ready.page.text.includes(`href="${ready.url}"`));
    const session = paying.stripe.sessionAt(ready.url);
    assert(!JSON.stringify(session).includes(visitor.path));
    await paying.deliver(paying.stripe.pay(session));
    assert.match((await openPay()).text, /This invoice is paid\./);
    const paid = await eventually(async () => {
      const response = await visitor.post('pay');
      return response.status !== 429 && response;
    });
    assert.equal(paid.location, visitor.path);
    assert.equal((await paying.payments()).length, 1);
  });
});
