import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { assertNotConverted, changeLead, lockActiveLead } from './change-lead.ts';
import { leadUnqualified } from './events.ts';
import { toLead } from './queries.ts';
import { DisqualifyLeadBody, Lead } from './schemas.ts';

export const disqualifyLead = mutation({
  id: 'disqualifyLead',
  method: 'POST',
  path: '/v1/leads/{id}/disqualify',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  summary: 'Disqualify a lead',
  description:
    'Marks the lead as not worth pursuing, with a reason. You can qualify it again later. Sending the same reason again changes nothing.',
  body: DisqualifyLeadBody,
  responses: returns(Lead, 'The unqualified lead.'),
  problems: ['lead_converted', 'lead_deleted', 'lead_merged', 'person_erased'],
  effect: 'destructive',
  undo: 'qualifyLead',
  async run(tx, { params, body }) {
    const row = await lockActiveLead(tx, params.id);
    assertNotConverted(row);
    const reason = body.reason.trim();
    if (row.unqualified_reason === reason) return { status: 200, body: toLead(row) };

    const changes = {
      status: 'unqualified' as const,
      unqualified_reason: reason,
      qualified_at: null,
    };
    return { status: 200, body: changeLead(tx, row, changes, leadUnqualified) };
  },
});
