import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changeClaim } from './change-claim.ts';
import { lockClaim, toClaim } from './claim-queries.ts';
import { CloseWarrantyClaimBody, WarrantyClaim } from './claim-schemas.ts';
import { warrantyClaimClosed } from './events.ts';

export const closeWarrantyClaim = mutation({
  id: 'closeWarrantyClaim',
  method: 'POST',
  path: '/v1/warranty-claims/{id}/close',
  tag: 'Jobs',
  resource: 'warranty claim',
  scopes: ['jobs:write'],
  params: { id: 'claim' },
  summary: 'Close a warranty claim',
  description:
    'Closes a claim with its resolution. The warranty can be over. Closing a closed claim changes nothing: the first resolution stays.',
  body: CloseWarrantyClaimBody,
  responses: returns(WarrantyClaim, 'The closed claim.'),
  async run(tx, { params, body }) {
    const before = await lockClaim(tx, params.id);
    if (before.status === 'closed') return { status: 200, body: toClaim(before) };
    const closed = { status: 'closed' as const, resolution: body.resolution, closed_at: tx.now };
    return { status: 200, body: changeClaim(tx, before, closed, warrantyClaimClosed) };
  },
});
