import { read } from '../../../platform/http/operation.ts';
import { returns } from '../../../platform/http/responses.ts';
import { showById } from '../../../platform/http/show-by-id.ts';
import { findCommunication, toCommunication } from './queries.ts';
import { Communication } from './schemas.ts';

export const getCommunication = read({
  id: 'getCommunication',
  path: '/v1/communications/{id}',
  tag: 'Communications',
  resource: 'communication',
  scopes: ['communications:read', 'communications:own'],
  summary: 'Get a communication',
  description: 'Returns a communication with its status.',
  responses: returns(Communication, 'The communication.'),
  run: showById(findCommunication, toCommunication),
});
