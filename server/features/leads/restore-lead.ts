import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changeLead } from './change-lead.ts';
import { findSamePerson } from './duplicates.ts';
import { leadAttached, leadRestored } from './events.ts';
import { lockLead, toLead } from './queries.ts';
import { Lead } from './schemas.ts';

export const restoreLead = mutation({
  id: 'restoreLead',
  method: 'POST',
  path: '/v1/leads/{id}/restore',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  summary: 'Restore a deleted lead',
  description:
    'Restores a deleted lead with all its values. If the person became a customer in the meantime, the lead is attached to that customer. If the lead is not deleted, nothing changes.',
  responses: returns(Lead, 'The lead, with `deleted_at` null.'),
  async run(tx, { params }) {
    const row = await lockLead(tx, params.id);
    if (row.deleted_at === null) return { status: 200, body: toLead(row) };
    const restored = changeLead(tx, row, { deleted_at: null }, leadRestored);
    if (row.customer_id !== null) return { status: 200, body: restored };
    // The person may have become a customer in the meantime.
    const { customerId } = await findSamePerson(tx, row);
    if (customerId === null) return { status: 200, body: restored };
    const after = { ...row, deleted_at: null };
    return { status: 200, body: changeLead(tx, after, { customer_id: customerId }, leadAttached) };
  },
});
