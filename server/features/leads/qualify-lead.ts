import { mutation } from '../../platform/http/operation.ts';
import { assertNotConverted, changeLead, lockLivingLead } from './change-lead.ts';
import { leadQualified } from './events.ts';
import { toLead } from './queries.ts';
import { Lead } from './schemas.ts';

export const qualifyLead = mutation({
  id: 'qualifyLead',
  method: 'POST',
  path: '/v1/leads/{id}/qualify',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  params: { id: 'lead' },
  summary: 'Qualify a lead',
  description:
    'Says that the lead is worth pursuing, whatever was said before. Qualifying it again changes nothing.',
  answers: { 200: { description: 'The qualified lead.', body: Lead } },
  async run(tx, { params }) {
    const row = await lockLivingLead(tx, params.id);
    assertNotConverted(row);
    if (row.status === 'qualified') return { status: 200, body: toLead(row) };

    const changes = {
      status: 'qualified' as const,
      qualified_at: tx.now,
      unqualified_reason: null,
    };
    return { status: 200, body: changeLead(tx, row, changes, leadQualified) };
  },
});
