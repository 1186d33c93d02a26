import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { newUuid } from '../../platform/ids.ts';
import { webhookEndpointReplayStarted } from './events.ts';
import { planReplay, replayErrors } from './plan-replay.ts';
import { lockLivingEndpoint } from './queries.ts';
import { insertReplay, NOTHING_YET, type ReplayRow, toReplay } from './replay-queries.ts';
import { CreateReplayBody, WebhookReplay } from './replay-schemas.ts';

export const createWebhookReplay = mutation({
  id: 'createWebhookReplay',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/replays',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:write'],
  problems: ['webhook_endpoint_deleted'],
  params: { id: 'webhook_endpoint' },
  summary: 'Send events to a webhook endpoint once more',
  description:
    'By `event_ids`, by a range of the log (through the patterns of the endpoint), or all that failed since a time; events from before the endpoint was made included. It runs in the background, behind the live events, under the same `webhook-id` as the first time; at a disabled endpoint when that is enabled.',
  body: CreateReplayBody,
  answers: { 202: { description: 'The replay, running.', body: WebhookReplay } },
  check: (body) => ({ errors: replayErrors(body) }),
  async run(tx, { params, body }) {
    const { webhook_endpoint_id } = await lockLivingEndpoint(tx, params.id);
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
    const replay = toReplay(row, NOTHING_YET);
    tx.emit(null, pendingEvent(webhookEndpointReplayStarted, replay));
    return { status: 202, body: replay };
  },
});
