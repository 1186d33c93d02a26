import { read } from '../../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../../platform/paging.ts';
import { listChannelRows, toChannel } from './queries.ts';
import { Channel } from './schemas.ts';

export const listChannels = read({
  id: 'listChannels',
  path: '/v1/channels',
  tag: 'Channels',
  resource: 'channel',
  scopes: ['channels:read'],
  summary: 'List channels',
  description: 'Returns the channels of your organization, including disabled ones, newest first.',
  query: listQuery({}),
  responses: pagesOf(Channel, 'The channels, newest first.'),
  async run(tx, { query, baseUrl }) {
    return pageById(query, 'channel', {
      rows: (before, limit) => listChannelRows(tx, before, limit),
      idOf: (row) => row.channel_id,
      toItem: (row) => toChannel(row, baseUrl),
    });
  },
});
