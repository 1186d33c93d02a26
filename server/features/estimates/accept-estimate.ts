import { mutation } from '../../platform/http/operation.ts';
import { accept } from './accept.ts';
import { AcceptEstimateBody } from './body-schemas.ts';
import { AcceptedEstimate } from './schemas.ts';
import { signatureErrors } from './signature.ts';

export const acceptEstimate = mutation({
  id: 'acceptEstimate',
  method: 'POST',
  path: '/v1/estimates/{id}/accept',
  tag: 'Estimates',
  resource: 'estimate',
  scopes: ['estimates:write', 'estimates:own'],
  // It sells a job and invoices the deposit.
  alsoNeeds: [['jobs:write'], ['invoices:write']],
  summary: 'Accept an estimate',
  description:
    'Records that the customer accepted and signed a sent estimate. In one transaction, the lead becomes a customer and is `won`, the job is created with the signed contract, and the deposit is invoiced and sent, with the `delivery` of its invoice.',
  body: AcceptEstimateBody,
  responses: {
    201: { description: 'The accepted estimate, its job and its invoice.', body: AcceptedEstimate },
    200: { description: 'The same, if it was accepted before.', body: AcceptedEstimate },
  },
  problems: [
    'estimate_not_sent',
    'estimate_declined',
    'estimate_expired',
    'estimate_superseded',
    'lead_deleted',
    'person_erased',
  ],
  undo: 'cancelJob',
  check: (body) => ({ errors: signatureErrors(body.signature) }),
  effect: 'external',
  async run(tx, { params, body, baseUrl }) {
    const { isNew, ...accepted } = await accept(tx, params.id, body, { by: 'user', baseUrl });
    if (isNew) return { status: 201, body: accepted };
    return { status: 200, body: accepted };
  },
});
