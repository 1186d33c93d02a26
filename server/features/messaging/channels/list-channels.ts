import { read } from '../../../platform/http/operation.ts';
import {
  DEFAULT_LIMIT,
  idCursor,
  listQuery,
  page,
  pageOf,
  readIdCursor,
} from '../../../platform/paging.ts';
import { listChannelRows, toChannel } from './queries.ts';
import { Channel } from './schemas.ts';

export const listChannels = read({
  id: 'listChannels',
  path: '/v1/channels',
  tag: 'Channels',
  resource: 'channel',
  scopes: ['channels:read'],
  summary: 'List channels',
  description: 'The channels of your organization, newest first, those switched off included.',
  query: listQuery({}),
  answers: {
    200: {
      description: 'A page of channels.',
      body: page(Channel, 'The channels, newest first.'),
    },
  },
  async run(tx, { query, baseUrl }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const before = readIdCursor('channel', query.cursor);
    const rows = await listChannelRows(tx, before, limit + 1);
    return pageOf(
      rows,
      limit,
      (row) => toChannel(row, baseUrl),
      (row) => idCursor('channel', row.channel_id),
    );
  },
});
