import { conflict } from '../../platform/errors.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { lockOpenCheckoutsOfProvider } from './checkout-queries.ts';
import { endCheckout } from './close-checkout.task.ts';
import { REFUSALS } from './create-payment-provider.ts';
import { paymentProviderUpdated } from './events.ts';
import { PROVIDERS, type ProviderKeys } from './provider.ts';
import {
  lockProvider,
  type ProviderRow,
  saveProvider,
  toLoggedProvider,
  toPaymentProvider,
} from './provider-queries.ts';
import { PaymentProviderShown, UpdatePaymentProviderBody } from './provider-schemas.ts';
import { openKeys, sealKeys } from './secret.ts';

export const updatePaymentProvider = mutation({
  id: 'updatePaymentProvider',
  method: 'PATCH',
  path: '/v1/payment-providers/{id}',
  tag: 'Payments',
  resource: 'payment provider',
  scopes: ['payment_providers:write'],
  needsRecentSignIn: true,
  summary: 'Update a payment provider',
  description:
    'Replaces keys, or disables or activates it. Without it, or with another `secret_key`, its open checkouts end. A payment provider is not deleted, so that what it still reports is recorded.',
  body: UpdatePaymentProviderBody,
  responses: returns(PaymentProviderShown, 'The payment provider after the change.'),
  problems: [
    'payment_provider_active',
    'demo_sends_nothing',
    'secret_key_missing',
    'sign_in_again',
  ],
  refusals: REFUSALS,
  async run(tx, { params, body, baseUrl, secrets }) {
    const before = await lockProvider(tx, params.id);
    const { status = before.status, ...given } = body;
    const after: ProviderRow = {
      ...before,
      ...keysAfter(secrets, before, given, tx.organizationId),
      status,
    };
    if (Object.keys(changedFields(before, after)).length === 0) {
      return { status: 200, body: toPaymentProvider(before, baseUrl) };
    }
    // Its pages would be paid into an account that is not used any more.
    if (status === 'disabled' || given.secret_key !== undefined) {
      const open = await lockOpenCheckoutsOfProvider(tx, before.payment_provider_id);
      for (const checkout of open) endCheckout(tx, checkout, before.sealed_secret);
    }
    const resource = {
      save: saveProvider,
      show: (row: ProviderRow) => toLoggedProvider(row, baseUrl),
    };
    const { updated_at } = changeResource(tx, resource, before, after, paymentProviderUpdated);
    return { status: 200, body: { ...toPaymentProvider(after, baseUrl), updated_at } };
  },
});

function keysAfter(
  secrets: Secrets | null,
  { kind, mode, payment_provider_id, sealed_secret }: ProviderRow,
  given: Partial<ProviderKeys>,
  organizationId: string,
): Pick<ProviderRow, 'mode' | 'sealed_secret'> {
  if (Object.keys(given).length === 0) return { mode, sealed_secret };
  const owner = { organizationId, paymentProviderId: payment_provider_id };
  const { secret_key, webhook_secret } = { ...openKeys(secrets, sealed_secret, owner), ...given };
  if (secret_key === undefined || webhook_secret === undefined) throw unreadable();
  const sealed = sealKeys(secrets, { secret_key, webhook_secret }, owner);
  return { mode: PROVIDERS[kind].modeOf(secret_key), sealed_secret: sealed };
}

function unreadable() {
  return conflict(
    'secret_key_missing',
    'The stored keys cannot be decrypted with the secret key of this service. Send both secret_key and webhook_secret.',
  );
}
