import type Stripe from 'stripe';
import { toPublicId } from '../../domain/ids.ts';
import { Problem } from '../../platform/errors.ts';
import { messageOf } from '../../platform/failure.ts';
import { isObject } from '../../platform/is-object.ts';
import { sendHttp } from '../../platform/outbound/http-client.ts';
import type {
  Closed,
  Opened,
  PaymentProvider,
  ProviderConnection,
  ProviderKeys,
  Received,
  Report,
  SessionRequest,
} from './provider.ts';
import { toStripeAmount } from './stripe-amounts.ts';
import { readStripeEvent } from './stripe-events.ts';
import { stripeSdk } from './stripe-sdk.ts';

/** How old the signature of a report can be, in seconds. */
const TOLERANCE_SECONDS = 300;
const MAX_RESPONSE_BYTES = 512 * 1024;

export const stripe: PaymentProvider = {
  name: 'Stripe',
  modeOf: (secretKey) => (/^(sk|rk)_live_/.test(secretKey) ? 'live' : 'test'),
  openSession,
  closeSession,
  looksSigned,
  readReport,
};

async function openSession(
  connection: ProviderConnection,
  request: SessionRequest,
): Promise<Opened> {
  const unitAmount = toStripeAmount(request.amount, request.currency);
  if (unitAmount === null) {
    const detail = `Stripe cannot take exactly this amount in ${request.currency}.`;
    return { failed: 'refused', code: 'request_refused', detail };
  }
  const metadata = {
    organization_id: toPublicId('organization', request.organizationId),
    checkout_id: toPublicId('checkout', request.checkoutId),
    invoice_id: toPublicId('invoice', request.invoiceId),
  };
  const price = {
    currency: request.currency.toLowerCase(),
    unit_amount: unitAmount,
    product_data: { name: request.title },
  };
  try {
    const client = await clientFor(connection);
    const session = await client.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [{ quantity: 1, price_data: price }],
        client_reference_id: metadata.checkout_id,
        metadata,
        payment_intent_data: { metadata },
        success_url: withResult(request.returnUrl, 'done'),
        cancel_url: withResult(request.returnUrl, 'canceled'),
        locale: request.language,
      },
      { idempotencyKey: keyOf(metadata.checkout_id, request.failures) },
    );
    if (typeof session.url !== 'string') {
      return { failed: 'retry', detail: 'Stripe returned no address.' };
    }
    const expiresAt = session.expires_at ? new Date(session.expires_at * 1000) : null;
    return { sessionId: session.id, url: session.url, expiresAt };
  } catch (error) {
    if (connection.signal.aborted) throw error;
    return { ...failureOf(error), detail: hideKeys(error) };
  }
}

/**
 * Stripe stores the response to a key, also a failure of its own, and repeats it for a day. So the key changes after such a
 * failure, and only then: after a lost connection the same key returns the page that may have been made. A page that was
 * made and then reported as a failure is harmless: nobody has its address, and Stripe closes it after a day.
 */
function keyOf(checkoutId: string, failures: number): string {
  return failures === 0 ? checkoutId : `${checkoutId}:${failures}`;
}

function failureOf(error: unknown) {
  const status = statusOf(error);
  // The same key with other parameters: the language of the customer has changed since the first attempt.
  const isOtherRequest = isObject(error) && error.rawType === 'idempotency_error';
  if (isOtherRequest || (status !== null && status >= 500)) {
    return { failed: 'retry_anew' } as const;
  }
  if (isWorthRetrying(error)) return { failed: 'retry' } as const;
  const areKeysRefused = status === 401 || status === 403;
  return {
    failed: 'refused',
    code: areKeysRefused ? 'keys_refused' : 'request_refused',
  } as const;
}

async function closeSession(connection: ProviderConnection, sessionId: string): Promise<Closed> {
  const { sessions } = (await clientFor(connection)).checkout;
  try {
    await sessions.expire(sessionId);
    return 'closed';
  } catch (error) {
    if (connection.signal.aborted) throw error;
    if (isWorthRetrying(error)) return 'retry';
    const status = statusOf(error);
    // A wrong key, or the key of another account: nothing is known of the page.
    if (status === 401 || status === 403 || status === 404) return 'unknown';
  }
  // Refused: it was paid or has expired already.
  try {
    const { status, payment_status } = await sessions.retrieve(sessionId);
    if (status === 'expired') return 'closed';
    if (status !== 'complete') return 'retry';
    return payment_status === 'unpaid' ? 'processing' : 'paid';
  } catch (error) {
    if (connection.signal.aborted) throw error;
    return 'retry';
  }
}

/** The form and the age of the header, which cost nothing to check. */
function looksSigned({ signature = '', now }: Received): boolean {
  const seconds = Number(/(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN);
  const hasSignature = /(?:^|,)\s*v1=[0-9a-f]{64}(?:,|$)/.test(signature);
  return hasSignature && now.getTime() / 1000 - seconds <= TOLERANCE_SECONDS;
}

async function readReport(
  keys: ProviderKeys,
  { bytes, signature, now }: Received,
): Promise<Report | null> {
  if (signature === undefined) return null;
  const Sdk = await stripeSdk();
  const { webhooks } = new Sdk(keys.secret_key, { telemetry: false });
  let event: Partial<Stripe.Event>;
  try {
    event = webhooks.constructEvent(
      bytes,
      signature,
      keys.webhook_secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
  } catch (error) {
    if (error instanceof Sdk.errors.StripeSignatureVerificationError) return null;
    throw notAnEvent(error);
  }
  const { id, type, created, data, livemode } = event;
  if (!isShortText(id) || !isShortText(type)) throw notAnEvent();
  const createdAt = typeof created === 'number' ? new Date(created * 1000) : now;
  const isLive = typeof livemode === 'boolean' ? livemode : null;
  return { id, type, isLive, change: readStripeEvent(type, data?.object, createdAt) };
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 255;
}

function notAnEvent(cause?: unknown): Problem {
  const detail = 'The body is not an event of Stripe. Send events as Stripe does.';
  return new Problem(400, 'malformed_json', detail, { cause });
}

async function clientFor({ keys, environment, outbound, signal }: ProviderConnection) {
  const Sdk = await stripeSdk();
  // Another address is for a proxy of the operator, and for tests.
  const base = environment.THROUGHLINE_STRIPE_URL;
  const url = base === undefined ? null : new URL(base);
  return new Sdk(keys.secret_key, {
    httpClient: Sdk.createFetchHttpClient(fetchThrough({ outbound, signal })),
    // The task repeats it, with the same idempotency key.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(url && {
      protocol: url.protocol === 'http:' ? 'http' : 'https',
      host: url.hostname,
      port: url.port,
    }),
  });
}

/** Like fetch, through the one client that does not connect to private networks. */
function fetchThrough({ outbound, signal }: Pick<ProviderConnection, 'outbound' | 'signal'>) {
  return async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const sent = await sendHttp(outbound, {
      method: init.method === 'GET' ? 'GET' : 'POST',
      url: url instanceof Request ? url.url : url,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' && init.body !== '' ? init.body : null,
      timeoutMs: outbound.timeoutsMs.response,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      signal,
    });
    if (sent.reply === null) {
      throw new Error(('detail' in sent && sent.detail) || 'Stripe did not respond');
    }
    const { status, contentType, body } = sent.reply;
    // Without an error of Stripe in it, the SDK would take the page of a proxy for a result.
    if (status >= 500) {
      const error = { type: 'api_error', message: `Stripe returned ${status}` };
      return Response.json({ error }, { status });
    }
    const headers = contentType === null ? {} : { 'content-type': contentType };
    return new Response(body.toString('utf8'), { status, headers });
  };
}

function statusOf(error: unknown): number | null {
  const status = isObject(error) ? error.statusCode : null;
  return typeof status === 'number' ? status : null;
}

/** No status: it did not respond. 409: the first attempt with this key still runs. */
function isWorthRetrying(error: unknown): boolean {
  const status = statusOf(error);
  return status === null || status >= 500 || status === 429 || status === 409;
}

const MAX_DETAIL = 300;

/** Stripe repeats a wrong key, shortened. */
function hideKeys(error: unknown): string {
  const text = messageOf(error).replaceAll(/\b(sk|rk|whsec)_\S+/g, '[key]');
  return text.slice(0, MAX_DETAIL);
}

function withResult(returnUrl: string, result: 'done' | 'canceled'): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment', result);
  return url.href;
}
