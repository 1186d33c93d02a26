import type { Database } from '../../../platform/database/database.ts';
import { changeEndpoint, disabled } from '../change-endpoint.ts';
import { webhookEndpointDisabled } from '../events.ts';
import { lockEndpoint } from '../queries.ts';
import { DELIVERING } from './outcomes.ts';

/** Nothing more is sent to it until a user enables it; pending deliveries wait. */
export async function disableEndpoint(
  database: Database,
  organizationId: string,
  endpointId: string,
  reason: 'gone' | 'failing',
): Promise<void> {
  await database.transaction({ organizationId, actor: DELIVERING }, async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId);
    if (!endpoint.enabled || endpoint.deleted_at !== null) return;
    changeEndpoint(tx, endpoint, disabled(tx.now, reason), webhookEndpointDisabled);
  });
}
