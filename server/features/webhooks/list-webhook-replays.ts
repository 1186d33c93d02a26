import { read } from '../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../platform/paging.ts';
import { findEndpoint } from './queries.ts';
import { listReplayRows, toReplay } from './replay-queries.ts';
import { WebhookReplay } from './schemas.ts';

export const listWebhookReplays = read({
  id: 'listWebhookReplays',
  path: '/v1/webhook-endpoints/{id}/replays',
  tag: 'Webhooks',
  resource: 'webhook endpoint',
  scopes: ['webhooks:read'],
  params: { id: 'endpoint' },
  summary: 'List replays of a webhook endpoint',
  description: 'The replays of the endpoint, newest first, with how far they have come.',
  query: listQuery({}),
  answers: {
    200: {
      description: 'A page of replays.',
      body: page(WebhookReplay, 'The replays, newest first.'),
    },
  },
  async run(tx, { params, query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const before = readIdCursor('replay', query.cursor);
    const [, rows] = await Promise.all([
      findEndpoint(tx, params.id),
      listReplayRows(tx, params.id, before, limit + 1),
    ]);
    return pageOf(
      rows,
      limit,
      (row) => toReplay(row, row),
      (row) => idCursor('replay', row.replay_id),
    );
  },
});
