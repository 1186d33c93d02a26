import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changeLead, lockActiveLead } from './change-lead.ts';
import { leadDuplicateReopened } from './events.ts';
import { toLead } from './queries.ts';
import { Lead } from './schemas.ts';

export const reopenLeadDuplicate = mutation({
  id: 'reopenLeadDuplicate',
  method: 'POST',
  path: '/v1/leads/{id}/reopen-duplicate',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  summary: 'Undo the decision that a lead is not a duplicate',
  description:
    'Clears `duplicate_dismissed_at`, so the inbox asks about the match again. If it is not set, nothing changes.',
  responses: returns(Lead, 'The lead.'),
  problems: ['lead_deleted', 'lead_merged'],
  undo: 'dismissLeadDuplicate',
  async run(tx, { params }) {
    const row = await lockActiveLead(tx, params.id);
    if (row.duplicate_dismissed_at === null) return { status: 200, body: toLead(row) };
    const changes = { duplicate_dismissed_at: null };
    return { status: 200, body: changeLead(tx, row, changes, leadDuplicateReopened) };
  },
});
