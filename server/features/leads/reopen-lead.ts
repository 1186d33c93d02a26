import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changeLead, lockActiveLead } from './change-lead.ts';
import { leadReopened } from './events.ts';
import { toLead } from './queries.ts';
import { Lead } from './schemas.ts';

export const reopenLead = mutation({
  id: 'reopenLead',
  method: 'POST',
  path: '/v1/leads/{id}/reopen',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  summary: 'Reopen a lost lead',
  description: 'Clears the `outcome` of a lost lead. If the lead is not lost, nothing changes.',
  responses: returns(Lead, 'The open lead.'),
  problems: ['lead_deleted', 'lead_merged', 'person_erased'],
  undo: 'loseLead',
  async run(tx, { params }) {
    const row = await lockActiveLead(tx, params.id);
    if (row.outcome !== 'lost') return { status: 200, body: toLead(row) };
    const changes = { outcome: null, outcome_at: null, lost_reason: null };
    return { status: 200, body: changeLead(tx, row, changes, leadReopened) };
  },
});
