import { sealedChannels, sealedErasureKeys } from './features/messaging/index.ts';
import { sealedPaymentProviders } from './features/payments/index.ts';
import { sealedSigningSecrets } from './features/playbooks/index.ts';
import { sealedSecrets } from './features/secrets/index.ts';
import { sealedSources } from './features/sources/index.ts';
import { sealedEndpoints } from './features/webhooks/index.ts';
import type { SealedTable } from './platform/sealed-table.ts';

/**
 * Every table with values that the secret key encrypts, one line each. The function organizations_with_other_keys names
 * the same columns. Stored responses (`sealed_response`) are encrypted with the caller's token instead.
 */
export const sealedTables: readonly SealedTable[] = [
  sealedChannels,
  sealedEndpoints,
  sealedSigningSecrets,
  sealedSecrets,
  sealedErasureKeys,
  sealedSources,
  sealedPaymentProviders,
];
