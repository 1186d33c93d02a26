import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { assertNotConverted, changeLead, lockActiveLead } from './change-lead.ts';
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
  summary: 'Qualify a lead',
  description:
    'Marks the lead as worth pursuing, even if it was disqualified before. Qualifying it again changes nothing.',
  responses: returns(Lead, 'The qualified lead.'),
  problems: ['lead_converted', 'lead_deleted', 'lead_merged', 'person_erased'],
  undo: 'disqualifyLead',
  run: async (tx, { params }) => ({ status: 200, body: await qualify(tx, params.id) }),
});

export async function qualify(tx: Tx, leadId: string): Promise<Lead> {
  const row = await lockActiveLead(tx, leadId);
  assertNotConverted(row);
  if (row.status === 'qualified') return toLead(row);
  const changes = {
    status: 'qualified' as const,
    qualified_at: tx.now,
    unqualified_reason: null,
  };
  return changeLead(tx, row, changes, leadQualified);
}
