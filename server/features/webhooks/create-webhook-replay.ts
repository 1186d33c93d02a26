import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { accepts } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { webhookEndpointReplayStarted } from './events.ts';
import { planReplay, replayErrors } from './plan-replay.ts';
import { lockUndeletedEndpoint } from './queries.ts';
import { insertReplay, NO_DELIVERIES, type ReplayRow, toReplay } from './replay-queries.ts';
import { CreateReplayBody, WebhookReplay } from './replay-schemas.ts';

export const createWebhookReplay = mutation({
  id: 'createWebhookReplay',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/replays',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:write'],
  summary: 'Replay events to a webhook endpoint',
  description:
    'Sends events again: those in `event_ids`, a range of the event log (filtered by the patterns of the endpoint), or all that failed since a given time. Events from before the endpoint was created are included. The replay runs in the background, after the live events, and each event keeps its `webhook-id`. If the endpoint is disabled, the replay runs when it is enabled.',
  body: CreateReplayBody,
  responses: accepts(WebhookReplay, 'The running replay.'),
  problems: ['webhook_endpoint_deleted', 'events_dropped'],
  effect: 'external',
  undo: 'cancelWebhookReplay',
  check: (body) => ({ errors: replayErrors(body) }),
  async run(tx, { params, body }) {
    const { webhook_endpoint_id } = await lockUndeletedEndpoint(tx, params.id);
    const row: ReplayRow = {
      replay_id: newUuid(),
      webhook_endpoint_id,
      ...(await planReplay(tx, webhook_endpoint_id, body)),
      queued: 0,
      status: 'running',
      created_at: tx.now,
      completed_at: null,
    };
    insertReplay(tx, row);
    const replay = toReplay(row, NO_DELIVERIES);
    tx.emit(null, pendingEvent(webhookEndpointReplayStarted, replay));
    return { status: 202, body: replay };
  },
});
