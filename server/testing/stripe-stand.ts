import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LoopbackServer, startLoopback } from './loopback.ts';

export const STRIPE_KEY = 'rk_test_keyOfTheTests';
export const WEBHOOK_SECRET = 'whsec_secretOfTheTests';

interface Fields {
  [name: string]: string;
}

export interface StripeSession {
  id: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  locale: string | null;
  metadata: Fields;
  success_url: string;
  cancel_url: string;
  url: string;
  expires_at: number;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  type: string;
  created: number;
  livemode: boolean;
  data: { object: object };
}

/** Money as the stand-in has it: what was taken, and what went back. */
interface Charge {
  amount: number;
  currency: string;
  refunded: number;
}

interface StripeRefund {
  id: string;
  amount: number;
  currency: string;
  status: 'pending' | 'succeeded' | 'failed';
  payment_intent: string;
}

export interface StripeDispute {
  id: string;
  amount: number;
  currency: string;
  reason: string;
  status: string;
  payment_intent: string;
}

type Response = [status: number, body: object];

/** What Stripe takes at least, in the currencies of the tests. */
const MINIMUMS: Readonly<Record<string, number>> = { usd: 50, eur: 50, gbp: 30 };
const API_VERSION = '2026-10-28.endive';

/**
 * A local Stripe: the part of its documented API that the service uses, and events signed as documented. What customers and
 * banks do is done by the test, which also delivers the events, in the order that it likes.
 */
export class StripeStand {
  readonly #server: LoopbackServer;
  readonly sessions = new Map<string, StripeSession>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, StripeRefund>();
  /** Every request to create a session, also repeated ones. */
  readonly requests: { key: string | undefined; fields: Fields }[] = [];
  /** Responses to the next requests, instead of handling them. */
  readonly next: ((response: ServerResponse) => void)[] = [];
  /** The next requests to create a session: handled with the response lost, or failed at with this status. */
  readonly failures: ('lost' | number)[] = [];
  /** Accounts by their keys: one does not know the sessions of another. */
  readonly accounts = new Map([[STRIPE_KEY, 'acct_1']]);
  readonly #responses = new Map<string, { sent: string; response: Response }>();
  readonly #accountOf = new Map<string, string>();
  readonly #reports: { sessionId: string; event: StripeEvent }[] = [];
  #now: () => Date;

  private constructor(server: LoopbackServer, now: () => Date) {
    this.#server = server;
    this.#now = now;
  }

  static async start(now: () => Date = () => new Date()): Promise<StripeStand> {
    let stand: StripeStand | null = null;
    const server = await startLoopback((request, body, response) =>
      stand?.handle(request, body, response),
    );
    stand = new StripeStand(server, now);
    return stand;
  }

  get url(): string {
    return this.#server.url;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  handle(request: IncomingMessage, body: string, response: ServerResponse): void {
    const intercepted = this.next.shift();
    if (intercepted) {
      intercepted(response);
      return;
    }
    const [status, replied] = this.#reply(request, body);
    if (status === 0) {
      response.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(replied));
  }

  #reply({ url, method, headers }: IncomingMessage, body: string): Response {
    const secret = headers.authorization?.slice('Bearer '.length) ?? '';
    const account = this.accounts.get(secret);
    if (account === undefined) return refusal(401, `Invalid API Key provided: ${secret}`);
    const [, id, action] =
      /^\/v1\/checkout\/sessions(?:\/([^/]+)(?:\/(expire))?)?$/.exec(url ?? '') ?? [];
    if (id === undefined) return this.#create(account, headers, body);
    const session = this.sessions.get(id);
    if (session === undefined || this.#accountOf.get(id) !== account) {
      return refusal(404, `No such checkout.session: ${id}`);
    }
    this.#expireInTime(session);
    if (action === 'expire') {
      assert.equal(method, 'POST');
      if (session.status !== 'open') return refusal(400, 'Only open sessions can be expired.');
      this.expire(session);
    }
    return [200, session];
  }

  #create(account: string, headers: IncomingMessage['headers'], body: string): Response {
    assert.match(headers['content-type'] ?? '', /x-www-form-urlencoded/);
    const fields: Fields = Object.fromEntries(new URLSearchParams(body));
    const key = headers['idempotency-key'];
    assert(typeof key === 'string', 'a retry must not open a second page');
    this.requests.push({ key, fields });
    const stored = this.#responses.get(`${account} ${key}`);
    if (stored !== undefined && stored.sent !== body) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.';
      return [400, { error: { type: 'idempotency_error', message } }];
    }
    // Also a failure of Stripe's own is stored, and what was refused is not.
    const failure = this.failures.shift();
    const response = stored?.response ?? this.#open(account, fields, failure);
    if (response[0] === 200 || response[0] >= 500) {
      this.#responses.set(`${account} ${key}`, { sent: body, response });
    }
    return failure === 'lost' ? [0, {}] : response;
  }

  #open(account: string, fields: Fields, failure: 'lost' | number | undefined): Response {
    if (typeof failure === 'number') {
      return [failure, { error: { type: 'api_error', message: 'Sorry.' } }];
    }
    const amount = Number(fields['line_items[0][price_data][unit_amount]']);
    assert(Number.isSafeInteger(amount) && amount > 0 && fields.mode === 'payment');
    const currency = fields['line_items[0][price_data][currency]'] ?? '';
    if (amount < (MINIMUMS[currency] ?? 1)) {
      const message = "The Checkout Session's total amount must convert to at least 50 cents.";
      const error = { type: 'invalid_request_error', code: 'amount_too_small', message };
      return [400, { error }];
    }
    const id = newId('cs_test');
    const session: StripeSession = {
      id,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: amount,
      currency,
      locale: fields.locale ?? null,
      metadata: Object.fromEntries(
        Object.entries(fields).flatMap(([name, value]) => {
          const [, member] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
          return member === undefined ? [] : [[member, value]];
        }),
      ),
      success_url: fields.success_url ?? '',
      cancel_url: fields.cancel_url ?? '',
      url: `https://checkout.stripe.example/c/pay/${id}`,
      expires_at: Math.floor(this.#now().getTime() / 1000) + 24 * 60 * 60,
    };
    this.sessions.set(id, session);
    this.#accountOf.set(id, account);
    return [200, session];
  }

  /** The page at this address. */
  hasSessionOf(checkoutId: string): boolean {
    return [...this.sessions.values()].some(({ metadata }) => metadata.checkout_id === checkoutId);
  }

  sessionAt(url: string): StripeSession {
    const session = [...this.sessions.values()].find((one) => one.url === url);
    assert(session, `no page at ${url}`);
    return session;
  }

  /** What Stripe did by itself with a session, such as closing its page. */
  reportsOf(session: StripeSession): StripeEvent[] {
    this.#expireInTime(session);
    return this.#reports
      .filter(({ sessionId }) => sessionId === session.id)
      .map(({ event }) => event);
  }

  /** Its page closes: nobody can pay there any more. */
  expire(session: StripeSession): void {
    assert.equal(session.status, 'open', 'only open sessions can expire');
    session.status = 'expired';
    const event = this.event('checkout.session.expired', { ...session });
    this.#reports.push({ sessionId: session.id, event });
  }

  #expireInTime(session: StripeSession): void {
    const isOver = session.expires_at * 1000 <= this.#now().getTime();
    if (session.status === 'open' && isOver) this.expire(session);
  }

  /** The customer completes an open page. A closed one shows that it has closed. */
  #complete(session: StripeSession, changes: Partial<StripeSession>): string {
    this.#expireInTime(session);
    assert.equal(session.status, 'open', 'only an open page can be paid');
    const paymentIntent = newId('pi');
    Object.assign(session, { status: 'complete', payment_intent: paymentIntent, ...changes });
    return paymentIntent;
  }

  /** The customer pays: the event of the completed page. */
  pay(session: StripeSession, changes: Partial<StripeSession> = {}): StripeEvent {
    this.#take(this.#complete(session, { payment_status: 'paid', ...changes }), session);
    return this.event('checkout.session.completed', { ...session });
  }

  #take(paymentIntent: string, { amount_total: amount, currency }: StripeSession): void {
    this.charges.set(paymentIntent, { amount, currency, refunded: 0 });
  }

  /** The customer pays in a way that takes days: the event of the completed page. */
  beginDelayed(session: StripeSession): StripeEvent {
    this.#complete(session, {});
    return this.event('checkout.session.completed', { ...session });
  }

  /** Days later, the bank has paid, or has refused. */
  endDelayed(session: StripeSession, isPaid: boolean): StripeEvent {
    assert.deepEqual([session.status, session.payment_status], ['complete', 'unpaid']);
    if (!isPaid) return this.event('checkout.session.async_payment_failed', { ...session });
    session.payment_status = 'paid';
    this.#take(session.payment_intent ?? '', session);
    return this.event('checkout.session.async_payment_succeeded', { ...session });
  }

  /** Returns money: the events of the refund, and of the charge with its total so far. */
  refund(
    paymentIntent: string,
    amount: number,
    status: StripeRefund['status'] = 'succeeded',
  ): StripeEvent[] {
    const charge = this.charges.get(paymentIntent);
    assert(charge && charge.refunded + amount <= charge.amount);
    charge.refunded += amount;
    const { currency } = charge;
    const refund = { id: newId('re'), amount, currency, status, payment_intent: paymentIntent };
    this.refunds.set(refund.id, refund);
    const total = { amount: charge.amount, amount_refunded: charge.refunded, currency };
    return [
      this.event('refund.created', { ...refund }),
      this.event('charge.refunded', { id: newId('ch'), ...total, payment_intent: paymentIntent }),
    ];
  }

  /** A refund that was pending arrives, or comes back to the company. */
  endRefund(refundId: string, status: 'succeeded' | 'failed'): StripeEvent[] {
    const refund = this.refunds.get(refundId);
    const charge = this.charges.get(refund?.payment_intent ?? '');
    assert(refund && charge && refund.status !== 'failed');
    refund.status = status;
    if (status === 'succeeded') return [this.event('refund.updated', { ...refund })];
    charge.refunded -= refund.amount;
    const type = { ...refund };
    return [this.event('refund.failed', type), this.event('charge.refund.updated', type)];
  }

  /** A customer goes to the bank; or how that goes on. */
  dispute(of: string | StripeDispute, status: string, changes: Partial<StripeDispute> = {}) {
    const isNew = typeof of === 'string';
    const charge = isNew ? this.charges.get(of) : undefined;
    const before = isNew
      ? {
          id: newId('dp'),
          amount: charge?.amount ?? 0,
          currency: charge?.currency ?? 'usd',
          reason: 'fraudulent',
          status,
          payment_intent: of,
        }
      : of;
    const dispute: StripeDispute = { ...before, ...changes, status };
    const isOver = ['won', 'lost', 'warning_closed', 'prevented'].includes(status);
    const ended = isOver ? 'closed' : 'updated';
    const event = this.event(`charge.dispute.${isNew ? 'created' : ended}`, { ...dispute });
    return { dispute, event };
  }

  event(type: string, object: object, { isLive = false } = {}): StripeEvent {
    const created = Math.floor(this.#now().getTime() / 1000);
    return {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      type,
      created,
      livemode: isLive,
      data: { object: { object: type.split('.').slice(0, -1).join('.'), ...object } },
    };
  }

  /** Sends an event to the address of a provider, as Stripe does. */
  async deliver(
    webhookUrl: string,
    event: object | string,
    options: { secret?: string; at?: Date; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; body: { outcome?: string; code?: string } }> {
    const payload = typeof event === 'string' ? event : JSON.stringify(event);
    const at = options.at ?? this.#now();
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(payload, at, options.secret ?? WEBHOOK_SECRET),
        ...options.headers,
      },
      body: payload,
    });
    const body = (await response.json()) as { outcome?: string; code?: string };
    return { status: response.status, body };
  }
}

/** https://docs.stripe.com/webhooks#verify-manually */
function signature(payload: string, at: Date, secret: string): string {
  const timestamp = Math.floor(at.getTime() / 1000);
  const v1 = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${v1}`;
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

function refusal(status: number, message: string): Response {
  return [status, { error: { type: 'invalid_request_error', message } }];
}
