import { updateResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findOrganization } from '../organizations/index.ts';
import { serviceUpdated } from './events.ts';
import { lockService, serviceResource } from './queries.ts';
import { Service, UpdateServiceBody } from './schemas.ts';
import { changed, checkService } from './service.ts';

export const updateService = mutation({
  id: 'updateService',
  method: 'PATCH',
  path: '/v1/services/{code}',
  tag: 'Services',
  resource: 'service',
  scopes: ['services:write'],
  params: { code: 'service_code' },
  summary: 'Update a service',
  description:
    'Changes the fields you send. A service is not deleted: `active: false` deactivates it.',
  body: UpdateServiceBody,
  responses: returns(Service, 'The updated service.'),
  check: checkService,
  async run(tx, { params, body }) {
    const [before, { currency }] = await Promise.all([
      lockService(tx, params.code),
      findOrganization(tx),
    ]);
    const after = changed(before, body, currency);
    return {
      status: 200,
      body: updateResource(tx, serviceResource, before, after, serviceUpdated),
    };
  },
});
