import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { changeLead } from './change-lead.ts';
import { leadUnmerged, leadUpdated } from './events.ts';
import { takeBack } from './merge.ts';
import { lockBoth, readLaterMerges, readMerge, saveMerge } from './merge-queries.ts';
import { findLead, type LeadRow, toLead } from './queries.ts';
import { Lead } from './schemas.ts';

export const unmergeLead = mutation({
  id: 'unmergeLead',
  method: 'POST',
  path: '/v1/leads/{id}/unmerge',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  params: { id: 'lead' },
  summary: 'Take a merge back',
  description:
    'Both leads are again what they were: the other gives back what it took over, unless somebody has changed it since. A lead that is not merged is left as it is.',
  answers: { 200: { description: 'The lead, without a `merged_into`.', body: Lead } },
  async run(tx, { params }) {
    const seen = await findLead(tx, params.id);
    if (seen.merged_into === null) return { status: 200, body: toLead(seen) };
    const [lead, into] = await lockBoth(tx, params.id, seen.merged_into);
    // Somebody else took it back, or merged it elsewhere, while this one waited for the lock.
    if (lead.merged_into !== into.lead_id) return { status: 200, body: toLead(lead) };
    await giveBack(tx, lead, into);
    return { status: 200, body: changeLead(tx, lead, { merged_into: null }, leadUnmerged) };
  },
});

async function giveBack(tx: Tx, lead: LeadRow, into: LeadRow): Promise<void> {
  const merge = await readMerge(tx, lead.lead_id);
  const { kept, later } = takeBack(into, merge.changes, await readLaterMerges(tx, merge));
  saveMerge(tx, { ...merge, unmerged_at: tx.now });
  for (const other of later) saveMerge(tx, other);
  if (JSON.stringify(toLead(kept)) === JSON.stringify(toLead(into))) return;
  changeLead(tx, into, kept, leadUpdated);
}
