import { conflict } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { newKey } from '../../platform/unguessable-key.ts';
import { paymentProviderCreated } from './events.ts';
import { PROVIDERS } from './provider.ts';
import {
  insertProvider,
  type ProviderRow,
  toLoggedProvider,
  toPaymentProvider,
} from './provider-queries.ts';
import { CreatePaymentProviderBody, PaymentProviderShown } from './provider-schemas.ts';
import { sealKeys } from './secret.ts';

/** What the database refuses. */
export const REFUSALS = {
  payment_providers_one_active: () => providerActive(),
  demo_sends_nothing: () => demoTakesNothing(),
};

export const createPaymentProvider = mutation({
  id: 'createPaymentProvider',
  method: 'POST',
  path: '/v1/payment-providers',
  tag: 'Payments',
  resource: 'payment provider',
  scopes: ['payment_providers:write'],
  needsRecentSignIn: true,
  summary: 'Connect a payment provider',
  description:
    'Connects your account at Stripe, so that customers can pay invoices online. Enter `webhook_url` at Stripe for the events `checkout.session.*`, `charge.refunded`, `refund.*` and `charge.dispute.*`. Only one provider can be active. Keys are stored encrypted and never returned.',
  body: CreatePaymentProviderBody,
  responses: creates(PaymentProviderShown, 'The provider, without its keys.'),
  problems: [
    'payment_provider_active',
    'demo_sends_nothing',
    'secret_key_missing',
    'sign_in_again',
  ],
  refusals: REFUSALS,
  async run(tx, { body, baseUrl, secrets }) {
    const { kind, ...keys } = body;
    const paymentProviderId = newUuid();
    const owner = { organizationId: tx.organizationId, paymentProviderId };
    const row: ProviderRow = {
      payment_provider_id: paymentProviderId,
      provider_key: newKey(),
      kind,
      mode: PROVIDERS[kind].modeOf(keys.secret_key),
      status: 'active',
      sealed_secret: sealKeys(secrets, keys, owner),
      created_at: tx.now,
      updated_at: tx.now,
    };
    insertProvider(tx, row);
    tx.emit(null, pendingEvent(paymentProviderCreated, toLoggedProvider(row, baseUrl)));
    return { status: 201, body: toPaymentProvider(row, baseUrl) };
  },
});

function providerActive() {
  return conflict(
    'payment_provider_active',
    'Another payment provider is active. Disable it with PATCH /v1/payment-providers/{id} { "status": "disabled" }, or change its keys.',
  );
}

function demoTakesNothing() {
  return conflict(
    'demo_sends_nothing',
    'This is a demo company with invented customers. It takes no payments, so it can have no payment provider.',
  );
}
