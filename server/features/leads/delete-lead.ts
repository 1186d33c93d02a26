import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changeLead } from './change-lead.ts';
import { leadDeleted } from './events.ts';
import { lockLead, toLead } from './queries.ts';
import { Lead } from './schemas.ts';

export const deleteLead = mutation({
  id: 'deleteLead',
  method: 'DELETE',
  path: '/v1/leads/{id}',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  summary: 'Delete a lead',
  description:
    'Sets `deleted_at` and changes nothing else. Lists leave the lead out, but you can still get it by id. Deleting it again returns the same `deleted_at`.',
  responses: returns(Lead, 'The lead with its `deleted_at`.'),
  undo: 'restoreLead',
  async run(tx, { params }) {
    const row = await lockLead(tx, params.id);
    if (row.deleted_at !== null) return { status: 200, body: toLead(row) };
    return { status: 200, body: changeLead(tx, row, { deleted_at: tx.now }, leadDeleted) };
  },
});
