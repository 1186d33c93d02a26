import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { changeLead } from './change-lead.ts';
import { leadUnmerged, leadUpdated } from './events.ts';
import { undoMerge } from './merge.ts';
import { lockBoth, type MergeRow, readLaterMerges, readMerge, saveMerge } from './merge-queries.ts';
import { findLead, type LeadRow, toLead } from './queries.ts';
import { Lead } from './schemas.ts';

/** Undoes the merge of two customers. */
export type SeparateCustomer = (tx: Tx, customerId: string) => Promise<void>;

export const unmergeLead = (separateCustomer: SeparateCustomer) =>
  mutation({
    id: 'unmergeLead',
    method: 'POST',
    path: '/v1/leads/{id}/unmerge',
    tag: 'Leads',
    resource: 'lead',
    scopes: ['leads:write'],
    summary: 'Undo a merge',
    description:
      'Undoes the merge of this lead. The other lead loses the values it got from this one, except those that were changed since. If the lead is not merged, nothing changes.',
    responses: returns(Lead, 'The lead, with `merged_into` null.'),
    problems: ['person_erased'],
    async run(tx, { params }) {
      const unlocked = await findLead(tx, params.id);
      if (unlocked.merged_into === null) return { status: 200, body: toLead(unlocked) };
      const [lead, into] = await lockBoth(tx, params.id, unlocked.merged_into);
      // Another request unmerged it, or merged it elsewhere, while this one waited for the lock.
      if (lead.merged_into !== into.lead_id) return { status: 200, body: toLead(lead) };
      const merge = await readMerge(tx, lead.lead_id);
      if (merge.merged_customer_id !== null) await separateCustomer(tx, merge.merged_customer_id);
      await restoreKeptLead(tx, merge, into);
      return { status: 200, body: changeLead(tx, lead, { merged_into: null }, leadUnmerged) };
    },
  });

async function restoreKeptLead(tx: Tx, merge: MergeRow, into: LeadRow): Promise<void> {
  const { kept, later } = undoMerge(into, merge.changes, await readLaterMerges(tx, merge));
  saveMerge(tx, { ...merge, unmerged_at: tx.now });
  for (const other of later) saveMerge(tx, other);
  if (JSON.stringify(toLead(kept)) === JSON.stringify(toLead(into))) return;
  changeLead(tx, into, kept, leadUpdated);
}
