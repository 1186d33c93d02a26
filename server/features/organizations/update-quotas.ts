import { notFound } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { quotasUpdated } from './events.ts';
import { inside } from './inside.ts';
import { isOrganization } from './organization-queries.ts';
import { findQuotas, saveQuotas } from './quota-queries.ts';
import { Quotas, UpdateQuotasBody } from './quota-schemas.ts';

export const updateQuotas = mutation({
  id: 'updateQuotas',
  method: 'PATCH',
  path: '/v1/organizations/{id}/quotas',
  tag: 'Organizations',
  resource: 'organization',
  scopes: ['operator'],
  summary: 'Update the quotas of an organization',
  description:
    'For operators. Changes how many of a resource an organization can have, from now on. What it already has stays.',
  body: UpdateQuotasBody,
  responses: returns(Quotas, 'The quotas after the change.'),
  async run(tx, { params, body }) {
    if (!(await inside(tx, params.id, isOrganization))) {
      throw notFound('organization', params.id);
    }
    await inside(tx, params.id, async (own) => saveQuotas(own, body));
    const quotas = await inside(tx, params.id, findQuotas);
    tx.inOrganization(params.id, (own) => own.emit(null, pendingEvent(quotasUpdated, quotas)));
    return { status: 200, body: quotas };
  },
});
