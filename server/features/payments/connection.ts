import type { QueuedTask, TaskContext } from '../../platform/tasks/task.ts';
import type { ProviderConnection } from './provider.ts';
import type { ProviderRow } from './provider-queries.ts';
import { openKeys } from './secret.ts';

/** Null if its keys cannot be decrypted. */
export function connectionOf(
  { secrets, outbound, environment }: TaskContext,
  { data, signal }: QueuedTask<object>,
  { payment_provider_id, sealed_secret }: ProviderRow,
): ProviderConnection | null {
  const owner = {
    organizationId: data.organization_id,
    paymentProviderId: payment_provider_id,
  };
  const keys = openKeys(secrets, sealed_secret, owner);
  return keys && { keys, outbound, environment, signal };
}
