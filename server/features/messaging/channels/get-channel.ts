import { read } from '../../../platform/http/operation.ts';
import { returns } from '../../../platform/http/responses.ts';
import { findChannel, toChannel } from './queries.ts';
import { Channel } from './schemas.ts';

export const getChannel = read({
  id: 'getChannel',
  path: '/v1/channels/{id}',
  tag: 'Channels',
  resource: 'channel',
  scopes: ['channels:read'],
  summary: 'Get a channel',
  description: 'Returns a channel with its settings, without its secret.',
  responses: returns(Channel, 'The channel.'),
  async run(tx, { params, baseUrl }) {
    return toChannel(await findChannel(tx, params.id), baseUrl);
  },
});
