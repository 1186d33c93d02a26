import { read } from '../../platform/http/operation.ts';
import { findClaim, toClaim } from './claim-queries.ts';
import { WarrantyClaim } from './claim-schemas.ts';

export const getWarrantyClaim = read({
  id: 'getWarrantyClaim',
  path: '/v1/warranty-claims/{id}',
  tag: 'Jobs',
  resource: 'warranty claim',
  scopes: ['jobs:read'],
  params: { id: 'claim' },
  summary: 'Read a warranty claim',
  description: 'What was claimed, the appointment for it, and how it was settled.',
  answers: { 200: { description: 'The claim.', body: WarrantyClaim } },
  async run(tx, { params }) {
    return toClaim(await findClaim(tx, params.id));
  },
});
