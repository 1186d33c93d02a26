import Type from 'typebox';
import { lifecycleNumberInput } from '../../../domain/reference-fields.ts';
import { read } from '../../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../../platform/paging.ts';
import { listCommunicationRows } from './list-queries.ts';
import { toCommunication } from './queries.ts';
import { Communication, channel, direction, status } from './schemas.ts';

export const listCommunications = read({
  id: 'listCommunications',
  path: '/v1/communications',
  tag: 'Communications',
  resource: 'communication',
  scopes: ['communications:read', 'communications:own'],
  summary: 'List communications',
  description:
    'Returns calls, chats, texts, emails and notes, newest first. A communication must match all filters that you send.',
  query: listQuery({
    lifecycle_number: lifecycleNumberInput(
      'Return only communications with this lifecycle number.',
    ),
    channel: Type.Optional(channel),
    direction: Type.Optional(direction),
    status: Type.Optional(status),
  }),
  responses: pagesOf(Communication, 'The communications, newest first.'),
  async run(tx, { query }) {
    const filters = {
      lifecycleNumber: query.lifecycle_number ?? null,
      channel: query.channel ?? null,
      direction: query.direction ?? null,
      status: query.status ?? null,
    };
    return pageById(
      query,
      'communication',
      (before, limit) => listCommunicationRows(tx, filters, before, limit),
      toCommunication,
    );
  },
});
