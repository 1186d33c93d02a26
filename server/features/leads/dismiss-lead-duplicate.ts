import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changeLead, lockActiveLead } from './change-lead.ts';
import { leadDuplicateDismissed } from './events.ts';
import { toLead } from './queries.ts';
import { Lead } from './schemas.ts';

export const dismissLeadDuplicate = mutation({
  id: 'dismissLeadDuplicate',
  method: 'POST',
  path: '/v1/leads/{id}/dismiss-duplicate',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  summary: 'Decide that a lead is not a duplicate',
  description:
    'Sets `duplicate_dismissed_at`, so the inbox no longer asks about the match. The match itself stays visible. If none was found, nothing changes.',
  responses: returns(Lead, 'The lead with its `duplicate_dismissed_at`.'),
  problems: ['lead_deleted', 'lead_merged'],
  undo: 'reopenLeadDuplicate',
  async run(tx, { params }) {
    const row = await lockActiveLead(tx, params.id);
    if (row.duplicate_of === null || row.duplicate_dismissed_at !== null) {
      return { status: 200, body: toLead(row) };
    }
    const changes = { duplicate_dismissed_at: tx.now };
    return { status: 200, body: changeLead(tx, row, changes, leadDuplicateDismissed) };
  },
});
