import { mutation } from '../../platform/http/operation.ts';
import { findLead } from '../leads/index.ts';
import { ERASING, startErasure } from './start-erasure.ts';

export const eraseLead = mutation({
  id: 'eraseLead',
  method: 'POST',
  path: '/v1/leads/{id}/erase',
  tag: 'Privacy',
  resource: 'lead',
  ...ERASING,
  summary: 'Erase a lead',
  description:
    'Erases the person of a lead, as for a customer, with all leads that were merged with it or are certain duplicates of it. `lead_ids` lists them. It cannot be undone.',
  async run(tx, { params }) {
    const { lead_id } = await findLead(tx, params.id);
    return startErasure(tx, lead_id);
  },
});
