import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { assertNotConverted, changeLeadRow, lockActiveLead } from './change-lead.ts';
import { leadQualified } from './events.ts';
import { type LeadRow, toLead } from './queries.ts';
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
  async run(tx, { params }) {
    return { status: 200, body: toLead(qualify(tx, await lockActiveLead(tx, params.id))) };
  },
});

/** Qualifies a locked, active lead. Returns the lead after it. */
export function qualify(tx: Tx, row: LeadRow): LeadRow {
  assertNotConverted(row);
  if (row.status === 'qualified') return row;
  const changes = {
    status: 'qualified' as const,
    qualified_at: tx.now,
    unqualified_reason: null,
  };
  return changeLeadRow(tx, row, changes, leadQualified);
}
