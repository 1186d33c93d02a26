import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import type { ComingVisits } from '../organizations/index.ts';
import { changeLead } from './change-lead.ts';
import { DeletedLead, type DeletionWarning } from './deleted-lead-schema.ts';
import { leadDeleted } from './events.ts';
import { lockLead, toLead } from './queries.ts';

export const deleteLead = (comingVisits: ComingVisits) =>
  mutation({
    id: 'deleteLead',
    method: 'DELETE',
    path: '/v1/leads/{id}',
    tag: 'Leads',
    resource: 'lead',
    scopes: ['leads:write'],
    summary: 'Delete a lead',
    description:
      'Sets `deleted_at` and changes nothing else. Lists leave the lead out, but you can still get it by id. Deleting it again returns the same `deleted_at`. Visits that are still to come stay booked: `warnings` lists them.',
    responses: returns(DeletedLead, 'The lead with its `deleted_at`.'),
    undo: 'restoreLead',
    async run(tx, { params }) {
      const row = await lockLead(tx, params.id);
      const visits = await comingVisits(tx, row.lifecycle_number);
      const warnings = visits.length === 0 ? {} : { warnings: visits.map(toWarning) };
      if (row.deleted_at !== null) return { status: 200, body: { ...toLead(row), ...warnings } };
      const lead = changeLead(tx, row, { deleted_at: tx.now }, leadDeleted);
      return { status: 200, body: { ...lead, ...warnings } };
    },
  });

function toWarning(visit: Awaited<ReturnType<ComingVisits>>[number]): DeletionWarning {
  const { appointment_id, starts_at } = visit;
  const detail = `A visit is still booked for ${starts_at}. Cancel it with POST /v1/appointments/${appointment_id}/cancel if no one should go.`;
  return { code: 'coming_visit', detail, appointment_id };
}
