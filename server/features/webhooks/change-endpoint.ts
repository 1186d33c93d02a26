import type { Tx } from '../../platform/database/transaction.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { type EventType, pendingEvent } from '../../platform/events/event.ts';
import { type EndpointRow, saveEndpoint, toEndpoint } from './queries.ts';
import type { WebhookEndpoint } from './schemas.ts';

/** Writes the change of a locked endpoint and the events that tell of it, and answers the endpoint after. */
export function changeEndpoint(
  tx: Tx,
  before: EndpointRow,
  changes: Partial<EndpointRow>,
  ...types: EventType<typeof WebhookEndpoint>[]
): WebhookEndpoint {
  const after = { ...before, ...changes, updated_at: tx.now };
  saveEndpoint(tx, after);
  const endpoint = toEndpoint(after);
  const previous = changedFields(toEndpoint(before), endpoint);
  tx.emit(null, ...types.map((type) => pendingEvent(type, endpoint, previous)));
  return endpoint;
}

export const ENABLED = { enabled: true, disabled_at: null, disabled_reason: null } as const;

export function disabled(
  at: Date,
  reason: NonNullable<EndpointRow['disabled_reason']>,
): Pick<EndpointRow, 'enabled' | 'disabled_at' | 'disabled_reason'> {
  return { enabled: false, disabled_at: at, disabled_reason: reason };
}
