import { read } from '../../platform/http/operation.ts';
import { findCommunication, toCommunication } from './queries.ts';
import { Communication } from './schemas.ts';

export const readCommunication = read({
  id: 'readCommunication',
  path: '/v1/communications/{id}',
  tag: 'Communications',
  resource: 'communication',
  scopes: ['communications:read'],
  params: { id: 'comm' },
  summary: 'Read a communication',
  description: 'A call or a chat with what was said.',
  answers: { 200: { description: 'The communication.', body: Communication } },
  async run(tx, { params }) {
    return toCommunication(await findCommunication(tx, params.id));
  },
});
