import { read } from '../../../platform/http/operation.ts';
import { listQuery, newestFirst, pagesOf } from '../../../platform/paging.ts';
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
  run: newestFirst('channel', listChannelRows, (row, { baseUrl }) => toChannel(row, baseUrl)),
});
