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
    assert.equal(paid.location, `${visitor.path}?done=refused`);
    assert.equal((await paying.payments()).length, 1);
  });

  it('says that a payment is being processed, and then what became of it', async () => {
    const paying = await Paying.open(service, stripe);
    await paying.api.patch('/v1/organization', { brand_color: '#0a5c36' });
    const { invoice, session } = await paying.checkout();
    const visitor = await newLinkFor(paying.api, 'invoice', invoice.invoice_id);
    await paying.deliver(stripe.beginDelayed(session));
    service.clock.advance(2 * 24 * 3_600_000);
    const waiting = (await visitor.open()).text;
    assert.match(waiting, /Your payment is on its way/);
    assert(!waiting.includes('Pay online'), 'it cannot be paid twice');
    await visitor.post('pay');
    assert.match((await visitor.open('/pay')).text, /Your payment is on its way/);
    await paying.deliver(stripe.endDelayed(session, false));
    assert.match((await visitor.open()).text, /Your bank refused the payment[\s\S]*Pay online/);
    const done = await (await fetch(session.success_url)).text();
    assert.match(done, /Thank you[\s\S]*You can close this page/);
    assert.match(done, /#0a5c36/);
  });

  it('says how to pay otherwise if the provider cannot be used', async () => {
    const paying = await Paying.open(service, stripe);
    await paying.api.patch('/v1/organization', { payment_instructions: 'By check.' });
    const path = `/v1/payment-providers/${paying.provider.payment_provider_id}`;
    await paying.api.patch(path, { secret_key: 'sk_test_wrong' });
    const { invoice_id } = await paying.books.sent();
    const visitor = await newLinkFor(paying.api, 'invoice', invoice_id);
    await visitor.post('pay');
    const failed = await eventually(async () => {
      const { text } = await visitor.open('/pay');
      return text.includes('not available right now') && text;
    });
    assert.match(failed, /By check\./);
    assert(!failed.includes('Pay online</button>'));
    assert.match((await visitor.open()).text, /Pay online/, 'it can be tried again');
  });
});
