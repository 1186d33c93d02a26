import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findService, toService } from './queries.ts';
import { Service } from './schemas.ts';

export const getServiceByCode = read({
  id: 'getServiceByCode',
  path: '/v1/services/{code}',
  tag: 'Services',
  resource: 'service',
  scopes: ['services:read'],
  params: { code: 'service_code' },
  summary: 'Get a service',
  description: 'Returns the service with this code, active or not.',
  responses: returns(Service, 'The service.'),
  run: async (tx, { params }) => toService(await findService(tx, params.code)),
});
