import type { Tx } from '../../platform/database/transaction.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import type { EventType } from '../../platform/events/event.ts';
import type { WebhookEndpoint } from './endpoint-schemas.ts';
import { type EndpointRow, saveEndpoint, toLoggedEndpoint } from './queries.ts';

const ENDPOINT = { save: saveEndpoint, show: toLoggedEndpoint };

/** Saves the changes of a locked endpoint and emits their events. */
export function changeEndpoint(
  tx: Tx,
  before: EndpointRow,
  changes: Partial<EndpointRow>,
  ...types: EventType<typeof WebhookEndpoint>[]
): WebhookEndpoint {
  const logged = changeResource(tx, ENDPOINT, before, changes, ...types);
  return { ...logged, url: changes.url ?? before.url };
}

export const ENABLED = { enabled: true, disabled_at: null, disabled_reason: null } as const;

export function disabled(
  at: Date,
  reason: NonNullable<EndpointRow['disabled_reason']>,
): Pick<EndpointRow, 'enabled' | 'disabled_at' | 'disabled_reason'> {
  return { enabled: false, disabled_at: at, disabled_reason: reason };
}
