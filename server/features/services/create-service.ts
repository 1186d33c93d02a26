import { conflict } from '../../platform/errors.ts';
import { createResource } from '../../platform/events/change-resource.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { findOrganization } from '../organizations/index.ts';
import { serviceCreated } from './events.ts';
import { serviceResource } from './queries.ts';
import { CreateServiceBody, Service } from './schemas.ts';
import { checkService, newDefinition } from './service.ts';

export const createService = mutation({
  id: 'createService',
  method: 'POST',
  path: '/v1/services',
  tag: 'Services',
  resource: 'service',
  scopes: ['services:write'],
  summary: 'Create a service',
  description:
    'Defines a service that you offer: its name, duration, skills, price and questions. Leads can have codes in `service_needed` without a definition: `listServices` shows them with `in_use=true`.',
  body: CreateServiceBody,
  responses: creates(Service, 'The new service.'),
  problems: ['service_exists'],
  check: checkService,
  refusals: { services_pkey: exists },
  async run(tx, { body }) {
    const { currency } = await findOrganization(tx);
    const row = {
      code: body.code,
      ...newDefinition(body, currency),
      created_at: tx.now,
      updated_at: tx.now,
    };
    return { status: 201, body: createResource(tx, serviceResource, row, serviceCreated) };
  },
});

function exists() {
  return conflict(
    'service_exists',
    'Your organization already has a service with this code. Change it with PATCH /v1/services/{code}, or choose another code.',
  );
}
