import type Stripe from 'stripe';
import { toPublicId } from '../../domain/ids.ts';
import { Problem } from '../../platform/errors.ts';
import { messageOf } from '../../platform/failure.ts';
import { sendHttp } from '../../platform/outbound/http-client.ts';
import type {
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

/** How old the signature of a report can be, in seconds. */
const TOLERANCE_SECONDS = 300;
const MAX_RESPONSE_BYTES = 512 * 1024;

export const stripe: PaymentProvider = {
  name: 'Stripe',
  modeOf: (secretKey) => (/^(sk|rk)_live_/.test(secretKey) ? 'live' : 'test'),
  openSession,
  closeSession,
  readReport,
};

async function openSession(
  connection: ProviderConnection,
  request: SessionRequest,
): Promise<Opened> {
  const unitAmount = toStripeAmount(request.amount, request.currency);
  if (unitAmount === null) {
    const detail = `Stripe cannot take exactly this amount in ${request.currency}.`;
    return { failed: 'refused', detail };
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
      },
      { idempotencyKey: metadata.checkout_id },
    );
    if (typeof session.url !== 'string') {
      return { failed: 'retry', detail: 'Stripe returned no address.' };
    }
    const expiresAt = session.expires_at ? new Date(session.expires_at * 1000) : null;
    return { sessionId: session.id, url: session.url, expiresAt };
  } catch (error) {
    if (connection.signal.aborted) throw error;
    return { failed: isWorthRetrying(error) ? 'retry' : 'refused', detail: hideKeys(error) };
  }
}

async function closeSession(connection: ProviderConnection, sessionId: string): Promise<boolean> {
  try {
    const client = await clientFor(connection);
    await client.checkout.sessions.expire(sessionId);
    return true;
  } catch (error) {
    if (connection.signal.aborted) throw error;
    // Refused: it was paid or has expired already, which Stripe reports.
    return !isWorthRetrying(error);
  }
}

async function readReport(
  keys: ProviderKeys,
  { bytes, signature, now }: Received,
): Promise<Report | null> {
  if (signature === undefined) return null;
  const { default: Sdk } = await import('stripe');
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
  const { id, type, created, data } = event;
  if (!isShortText(id) || !isShortText(type)) throw notAnEvent();
  const createdAt = typeof created === 'number' ? new Date(created * 1000) : now;
  return { id, type, change: readStripeEvent(type, data?.object, createdAt) };
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 255;
}

function notAnEvent(cause?: unknown): Problem {
  const detail = 'The body is not an event of Stripe. Send events as Stripe does.';
  return new Problem(400, 'malformed_json', detail, { cause });
}

/** The SDK takes 0.3 s to load, so it is loaded when a company uses it. */
async function clientFor({ keys, environment, outbound, signal }: ProviderConnection) {
  const { default: Sdk } = await import('stripe');
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
    if (status >= 500) throw new Error(`Stripe returned ${status}`);
    const headers = contentType === null ? {} : { 'content-type': contentType };
    return new Response(body.toString('utf8'), { status, headers });
  };
}

/** No status: it did not respond. 409: the first attempt with this key still runs. */
function isWorthRetrying(error: unknown): boolean {
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error && error.statusCode;
  return typeof status !== 'number' || status >= 500 || status === 429 || status === 409;
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
