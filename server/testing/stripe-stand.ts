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
  metadata: Fields;
  success_url: string;
  cancel_url: string;
  url: string;
  expires_at: number;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  type: string;
  created: number;
  livemode: false;
  data: { object: object };
}

/** Money as the stand-in has it: what was taken, and what went back. */
interface Charge {
  amount: number;
  currency: string;
  refunded: number;
}

/**
 * A local Stripe: the part of its documented API that the service uses, and events signed as documented. Payments,
 * refunds and disputes are made by the test, which also delivers their events, in the order that it likes.
 */
export class StripeStand {
  readonly #server: LoopbackServer;
  readonly sessions = new Map<string, StripeSession>();
  readonly charges = new Map<string, Charge>();
  /** Every request to create a session, also repeated ones. */
  readonly requests: { key: string | undefined; fields: Fields }[] = [];
  /** Responses to the next requests, instead of handling them. */
  readonly next: ((response: ServerResponse) => void)[] = [];
  readonly #responses = new Map<string, { sent: string; session: StripeSession }>();
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
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(replied));
  }

  #reply({ url, headers }: IncomingMessage, body: string): [status: number, body: object] {
    if (headers.authorization !== `Bearer ${STRIPE_KEY}`) {
      return refusal(401, `Invalid API Key provided: ${headers.authorization?.slice(7)}`);
    }
    const [, id, action] =
      /^\/v1\/checkout\/sessions(?:\/([^/]+)(?:\/(expire))?)?$/.exec(url ?? '') ?? [];
    if (id === undefined) return this.#create(headers, body);
    const session = this.sessions.get(id);
    if (session === undefined) return refusal(404, `No such checkout.session: ${id}`);
    if (action === 'expire') {
      if (session.status !== 'open') return refusal(400, 'Only open sessions can be expired.');
      session.status = 'expired';
    }
    return [200, session];
  }

  #create(headers: IncomingMessage['headers'], body: string): [status: number, body: object] {
    assert.match(headers['content-type'] ?? '', /x-www-form-urlencoded/);
    const fields: Fields = Object.fromEntries(new URLSearchParams(body));
    const key = headers['idempotency-key'];
    assert(typeof key === 'string', 'a retry must not open a second page');
    this.requests.push({ key, fields });
    const before = this.#responses.get(key);
    if (before !== undefined && before.sent !== body) {
      return refusal(
        400,
        'Keys for idempotent requests can only be used with the same parameters.',
      );
    }
    const session = before?.session ?? this.#newSession(fields);
    this.#responses.set(key, { sent: body, session });
    return [200, session];
  }

  #newSession(fields: Fields): StripeSession {
    const amount = Number(fields['line_items[0][price_data][unit_amount]']);
    assert(Number.isSafeInteger(amount) && amount > 0 && fields.mode === 'payment');
    const id = newId('cs_test');
    const session: StripeSession = {
      id,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: amount,
      currency: fields['line_items[0][price_data][currency]'] ?? '',
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
    return session;
  }

  /** The page at this address. */
  sessionAt(url: string): StripeSession {
    const session = [...this.sessions.values()].find((one) => one.url === url);
    assert(session, `no page at ${url}`);
    return session;
  }

  /** The customer pays: the event of the completed page. */
  pay(session: StripeSession, changes: Partial<StripeSession> = {}): StripeEvent {
    const paymentIntent = newId('pi');
    Object.assign(session, { status: 'complete', payment_status: 'paid', ...changes });
    session.payment_intent = paymentIntent;
    const { amount_total: amount, currency } = session;
    this.charges.set(paymentIntent, { amount, currency, refunded: 0 });
    return this.event('checkout.session.completed', { ...session });
  }

  /** Returns money: the events of the refund, and of the charge with its total so far. */
  refund(paymentIntent: string, amount: number): StripeEvent[] {
    const charge = this.charges.get(paymentIntent);
    assert(charge && charge.refunded + amount <= charge.amount);
    charge.refunded += amount;
    const { currency } = charge;
    const refund = { id: newId('re'), object: 'refund', amount, currency, status: 'succeeded' };
    const total = { amount: charge.amount, amount_refunded: charge.refunded, currency };
    return [
      this.event('refund.created', { ...refund, payment_intent: paymentIntent }),
      this.event('charge.refunded', { id: newId('ch'), ...total, payment_intent: paymentIntent }),
    ];
  }

  event(type: string, object: object): StripeEvent {
    const created = Math.floor(this.#now().getTime() / 1000);
    return {
      id: newId('evt'),
      object: 'event',
      type,
      created,
      livemode: false,
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

function refusal(status: number, message: string): [number, object] {
  return [status, { error: { type: 'invalid_request_error', message } }];
}
