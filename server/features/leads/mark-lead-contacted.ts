import { mutation } from '../../platform/http/operation.ts';
import { lockLivingLead, stopSpeedToLead } from './change-lead.ts';
import { Lead } from './schemas.ts';

export const markLeadContacted = mutation({
  id: 'markLeadContacted',
  method: 'POST',
  path: '/v1/leads/{id}/contacted',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  params: { id: 'lead' },
  summary: 'Say that a lead was contacted',
  description:
    'Stops the speed-to-lead clock: `first_contacted_at` is now. Only the first time counts; saying it again changes nothing.',
  answers: { 200: { description: 'The lead with its `first_contacted_at`.', body: Lead } },
  async run(tx, { params }) {
    const row = await lockLivingLead(tx, params.id);
    return { status: 200, body: stopSpeedToLead(tx, row) };
  },
});
