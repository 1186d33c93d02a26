import { read } from '../../../platform/http/operation.ts';
import { returns } from '../../../platform/http/responses.ts';
import { findService, toService } from './queries.ts';
import { Service } from './schemas.ts';

export const getService = read({
  id: 'getService',
  path: '/v1/service',
  tag: 'Organizations',
  resource: 'service',
  scopes: ['operator'],
  summary: 'Get the service',
  description: 'For operators. Returns whether sending is paused for every organization.',
  responses: returns(Service, 'The service.'),
  async run(tx) {
    return toService(await findService(tx));
  },
});
