import { conflict } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changeLead, lockActiveLead } from './change-lead.ts';
import { leadLost } from './events.ts';
import { toLead } from './queries.ts';
import { Lead, LoseLeadBody } from './schemas.ts';

export const loseLead = mutation({
  id: 'loseLead',
  method: 'POST',
  path: '/v1/leads/{id}/lose',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  summary: 'Mark a lead as lost',
  description:
    'Sets the `outcome` to `lost`, with a reason: the person will not buy. The status stays: an unqualified lead was not worth pursuing, a lost one was. A job that is sold later makes it `won`. Sending the same reason again changes nothing.',
  body: LoseLeadBody,
  responses: returns(Lead, 'The lost lead.'),
  problems: ['lead_won', 'lead_deleted', 'lead_merged', 'person_erased'],
  effect: 'destructive',
  undo: 'reopenLead',
  async run(tx, { params, body }) {
    const row = await lockActiveLead(tx, params.id);
    if (row.outcome === 'won') {
      throw conflict('lead_won', 'A job was sold to this lead. Cancel the job instead.');
    }
    const lost_reason = body.reason.trim();
    if (row.lost_reason === lost_reason) return { status: 200, body: toLead(row) };
    const changes = { outcome: 'lost' as const, outcome_at: tx.now, lost_reason };
    return { status: 200, body: changeLead(tx, row, changes, leadLost) };
  },
});
