import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { lockActiveLead, stopSpeedToLead } from './change-lead.ts';
import { Lead } from './schemas.ts';

export const markLeadContacted = mutation({
  id: 'markLeadContacted',
  method: 'POST',
  path: '/v1/leads/{id}/contacted',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  summary: 'Mark a lead as contacted',
  description:
    'Stops the speed-to-lead clock by setting `first_contacted_at` to now. Only the first call counts; calling it again changes nothing.',
  responses: returns(Lead, 'The lead with its `first_contacted_at`.'),
  problems: ['lead_deleted', 'lead_merged'],
  async run(tx, { params }) {
    const row = await lockActiveLead(tx, params.id);
    return { status: 200, body: stopSpeedToLead(tx, row) };
  },
});
