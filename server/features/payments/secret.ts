import { isObject } from '../../platform/is-object.ts';
import { sealedTable } from '../../platform/sealed-table.ts';
import { requireSecrets, type Secrets } from '../../platform/secrets.ts';
import type { ProviderKeys } from './provider.ts';

/** The keys are encrypted for one provider and cannot be used for another. */
interface Owner {
  organizationId: string;
  paymentProviderId: string;
}

export function sealKeys(secrets: Secrets | null, keys: ProviderKeys, owner: Owner): Buffer {
  return requireSecrets(secrets).seal(JSON.stringify(keys), ownerName(owner));
}

/** Null if they were encrypted with another key, or if no key is set. */
export function openKeys(
  secrets: Secrets | null,
  sealed: Buffer,
  owner: Owner,
): ProviderKeys | null {
  const text = secrets?.open(sealed, ownerName(owner)) ?? null;
  const value: unknown = text === null ? null : JSON.parse(text);
  if (!isObject(value)) return null;
  const { secret_key, webhook_secret } = value;
  if (typeof secret_key !== 'string' || typeof webhook_secret !== 'string') return null;
  return { secret_key, webhook_secret };
}

function ownerName({ organizationId, paymentProviderId }: Owner): string {
  return `payment provider ${organizationId} ${paymentProviderId}`;
}

export const sealedPaymentProviders = sealedTable(
  'payment_providers',
  'payment_provider_id',
  ['sealed_secret'],
  (organizationId, paymentProviderId) => ownerName({ organizationId, paymentProviderId }),
);
