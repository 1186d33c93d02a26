import type { WebhookEndpointWithHealth } from '../../../packages/sdk/src/index.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';

const developers = text.developers;

/** Whether events arrive, in one word. */
export function EndpointHealth({
  endpoint: { enabled, disabled_reason, deleted_at, health },
  zone,
}: {
  endpoint: WebhookEndpointWithHealth;
  zone: string;
}) {
  if (deleted_at !== null) return <Badge>{developers.isDeleted}</Badge>;
  if (!enabled) {
    const look = disabled_reason === 'by_request' ? 'plain' : 'danger';
    return <Badge look={look}>{wordFor(developers.offReasons, disabled_reason ?? 'off')}</Badge>;
  }
  if (health.failing_since !== null) {
    const since = formatsFor(zone).short(health.failing_since, now());
    return <Badge look="danger">{developers.failingSince(since)}</Badge>;
  }
  if (health.last_success_at === null) return <Badge>{developers.noneSent}</Badge>;
  return <Badge look="ok">{developers.working}</Badge>;
}
