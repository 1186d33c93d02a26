import { conflict } from '../../platform/errors.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { cancelPending } from './cancel-deliveries.task.ts';
import { webhookEndpointReplayCanceled } from './events.ts';
import {
  findReplay,
  lockReplay,
  type ReplayCounts,
  type ReplayRow,
  setReplayCanceled,
  toReplay,
} from './replay-queries.ts';
import { WebhookReplay } from './replay-schemas.ts';

export const cancelWebhookReplay = mutation({
  id: 'cancelWebhookReplay',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/replays/{replay_id}/cancel',
  tag: 'Webhooks',
  resource: 'replay',
  scopes: ['webhooks:write'],
  params: { id: 'webhook_endpoint', replay_id: 'replay' },
  summary: 'Cancel a replay',
  description:
    'Stops queueing events and cancels the pending deliveries of this replay, even if it is already `completed`. Calling it again changes nothing.',
  responses: returns(WebhookReplay, 'The canceled replay.'),
  problems: ['replay_completed'],
  effect: 'destructive',
  async run(tx, { params }) {
    const key = { endpointId: params.id, replayId: params.replay_id };
    const before = await lockReplay(tx, key);
    if (before.status === 'canceled') return { status: 200, body: toReplay(before, before) };
    assertCancelable(before);
    setReplayCanceled(tx, before.replay_id);
    await cancelPending(tx, before.webhook_endpoint_id, before.replay_id);
    const row = await findReplay(tx, key);
    const replay = toReplay(row, row);
    const previous = changedFields(toReplay(before, before), replay);
    tx.emit(null, pendingEvent(webhookEndpointReplayCanceled, replay, previous));
    return { status: 200, body: replay };
  },
});

function assertCancelable({ status, pending }: ReplayRow & ReplayCounts): void {
  if (status === 'running' || pending > 0) return;
  throw conflict(
    'replay_completed',
    'This replay is completed and none of its deliveries is pending, so there is nothing to cancel.',
  );
}
