import assert from 'node:assert/strict';
import { Bookkeeping } from './bookkeeping.ts';
import { created } from './created.ts';
import { eventually } from './eventually.ts';
import type { TestService } from './harness.ts';
import { STRIPE_KEY, type StripeEvent, type StripeStand, WEBHOOK_SECRET } from './stripe-stand.ts';

/** An organization whose customers can pay online, for tests of payments. */
export class Paying {
  readonly books: Bookkeeping;
  readonly stripe: StripeStand;
  readonly provider: { payment_provider_id: string; webhook_url: string; provider_key: string };

  private constructor(books: Bookkeeping, stripe: StripeStand, provider: Paying['provider']) {
    this.books = books;
    this.stripe = stripe;
    this.provider = provider;
  }

  /** The worker of the service finds the stand-in by the address in its environment. */
  static async open(service: TestService, stripe: StripeStand): Promise<Paying> {
    service.taskContext.environment.THROUGHLINE_STRIPE_URL = stripe.url;
    const books = await Bookkeeping.open(service);
    return new Paying(books, stripe, await connect(books));
  }

  get api() {
    return this.books.api;
  }

  /** A sent invoice, and the page on which it is paid. */
  async checkout(fields: object = {}) {
    const invoice = await this.books.sent(fields);
    const { checkout, session } = await this.checkoutOf(invoice.invoice_id);
    return { invoice, checkout, session };
  }

  async checkoutOf(invoiceId: string, body?: object) {
    const asked = await created(this.api.post(`/v1/invoices/${invoiceId}/checkout`, body));
    const checkout = await this.opened(asked.checkout_id);
    return { checkout, session: this.stripe.sessionAt(checkout.url) };
  }

  async opened(checkoutId: string) {
    // Cheaper to ask for than a response of the service.
    await eventually(() => this.stripe.hasSessionOf(checkoutId));
    return eventually(async () => {
      const { body } = await this.api.get(`/v1/checkouts/${checkoutId}`);
      return body.url !== null && body;
    });
  }

  async deliver(...events: StripeEvent[]): Promise<string[]> {
    const outcomes: string[] = [];
    for (const event of events) {
      const { status, body } = await this.stripe.deliver(this.provider.webhook_url, event);
      assert.equal(status, 200, JSON.stringify(body));
      outcomes.push(body.outcome ?? '');
    }
    return outcomes;
  }

  async payments(query = '') {
    const { status, body } = await this.api.get(`/v1/payments?limit=200&${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }

  /** Tasks for people, as their texts. */
  async tasks(): Promise<string[]> {
    const { body } = await this.api.get('/v1/follow-ups?limit=200');
    return body.data
      .filter(({ channel }: { channel: string }) => channel === 'task')
      .map(({ body: text }: { body: string }) => text);
  }

  async eventTypes(): Promise<string[]> {
    const { body } = await this.api.get('/v1/events?limit=200');
    return body.data
      .map(({ type }: { type: string }) => type)
      .filter((type: string) => /^(payment|checkout|invoice)\./.test(type));
  }
}

export function connect(books: Pick<Bookkeeping, 'api'>, secretKey = STRIPE_KEY) {
  const keys = { kind: 'stripe', secret_key: secretKey, webhook_secret: WEBHOOK_SECRET };
  return created(books.api.post('/v1/payment-providers', keys));
}
