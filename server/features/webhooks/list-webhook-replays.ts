import { read } from '../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { findEndpoint } from './queries.ts';
import { listReplayRows, toReplay } from './replay-queries.ts';
import { WebhookReplay } from './replay-schemas.ts';

export const listWebhookReplays = read({
  id: 'listWebhookReplays',
  path: '/v1/webhook-endpoints/{id}/replays',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:read'],
  summary: 'List replays of a webhook endpoint',
  description: 'The replays of the endpoint with their progress, newest first.',
  query: listQuery({}),
  responses: pagesOf(WebhookReplay, 'The replays, newest first.'),
  async run(tx, { params, query }) {
    const list = pageById(
      query,
      'replay',
      (before, limit) => listReplayRows(tx, params.id, before, limit),
      (row) => toReplay(row, row),
    );
    const [replays] = await Promise.all([list, findEndpoint(tx, params.id)]);
    return replays;
  },
});
