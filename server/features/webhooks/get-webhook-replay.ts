import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findReplay, toReplay } from './replay-queries.ts';
import { WebhookReplay } from './replay-schemas.ts';

export const getWebhookReplay = read({
  id: 'getWebhookReplay',
  path: '/v1/webhook-endpoints/{id}/replays/{replay_id}',
  tag: 'Webhooks',
  resource: 'replay',
  scopes: ['webhooks:read'],
  params: { id: 'webhook_endpoint', replay_id: 'replay' },
  summary: 'Get a replay',
  description: 'Returns the progress of a replay and the outcomes of its deliveries.',
  responses: returns(WebhookReplay, 'The replay.'),
  async run(tx, { params }) {
    const row = await findReplay(tx, { endpointId: params.id, replayId: params.replay_id });
    return toReplay(row, row);
  },
});
