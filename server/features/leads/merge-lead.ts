import Type from 'typebox';
import { toPublicId, toUuid } from '../../domain/ids.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, notFound, validationFailed } from '../../platform/errors.ts';
import { closedObject } from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { newUuid } from '../../platform/ids.ts';
import { assertNotMerged, changeLead } from './change-lead.ts';
import { leadKeys, prepare } from './duplicates.ts';
import { leadMerged, leadUpdated } from './events.ts';
import { applyChanges, computeMergeChanges } from './merge.ts';
import { insertMerge, lockBoth } from './merge-queries.ts';
import { addContactKeys, type LeadRow, toLead } from './queries.ts';
import { Lead } from './schemas.ts';

/**
 * Two customers are one person: merges them, and returns the one that was merged, or null. Customers depend on leads,
 * so they pass this function in.
 */
export type MergeCustomers = (
  tx: Tx,
  customerId: string,
  intoCustomerId: string,
) => Promise<string | null>;

export const mergeLead = (mergeCustomers: MergeCustomers) =>
  mutation({
    id: 'mergeLead',
    method: 'POST',
    path: '/v1/leads/{id}/merge',
    tag: 'Leads',
    resource: 'lead',
    scopes: ['leads:write'],
    summary: 'Merge a lead into another',
    description:
      'Merges this lead into another lead of the same person, which represents both from now on. The other lead gets the values it lacks (name, phone, email, address, notes, assignee, first contact); for consent, the stricter answer wins. This lead keeps its lifecycle number, you can still get it by id, and `merged_into` is set. Lists leave it out, and a new capture of the same contact is matched to the other lead. `unmerge` undoes the merge. If both belong to customers, the customers are merged too. A lead of a customer cannot be merged into a lead without one.',
    body: closedObject(
      'MergeLead',
      'The lead to merge into.',
      {
        into: Type.String({
          maxLength: TEXT_LIMITS.id,
          description: 'Id of the lead that represents both after the merge.',
          examples: ['lead_01h455vb4pex5vsknk084sn02q'],
        }),
      },
      { example: { into: 'lead_01h455vb4pex5vsknk084sn02q' } },
    ),
    responses: returns(Lead, 'The lead with its `merged_into`.'),
    problems: ['lead_converted', 'lead_deleted', 'lead_merged', 'person_erased'],
    effect: 'destructive',
    undo: 'unmergeLead',
    async run(tx, { params, body }) {
      const intoId = toUuid('lead', body.into);
      if (intoId === null) throw notFound('lead');
      if (intoId === params.id) throw mergeIntoItself();
      const [lead, into] = await lockBoth(tx, params.id, intoId);
      if (lead.merged_into === into.lead_id) return { status: 200, body: toLead(lead) };
      assertMergeable(lead, into);
      const merged_customer_id =
        lead.customer_id === null || into.customer_id === null
          ? null
          : await mergeCustomers(tx, lead.customer_id, into.customer_id);
      return { status: 200, body: merge(tx, lead, into, merged_customer_id) };
    },
  });

function merge(tx: Tx, lead: LeadRow, into: LeadRow, merged_customer_id: string | null): Lead {
  const changes = computeMergeChanges(into, lead);
  insertMerge(tx, {
    merge_id: newUuid(),
    lead_id: lead.lead_id,
    into_lead_id: into.lead_id,
    changes,
    merged_customer_id,
    merged_at: tx.now,
    unmerged_at: null,
  });
  if (Object.keys(changes).length > 0) {
    const after = applyChanges(into, changes);
    addContactKeys(tx, into.lead_id, leadKeys(after, prepare(after)));
    changeLead(tx, into, after, leadUpdated);
  }
  return changeLead(tx, lead, { merged_into: into.lead_id }, leadMerged);
}

function assertMergeable(lead: LeadRow, into: LeadRow): void {
  assertNotMerged(lead);
  for (const either of [lead, into]) {
    if (either.deleted_at === null) continue;
    const id = toPublicId('lead', either.lead_id);
    throw conflict(
      'lead_deleted',
      `The lead ${id} is deleted. Restore it first with POST /v1/leads/{id}/restore.`,
    );
  }
  if (into.merged_into !== null) {
    const id = toPublicId('lead', into.merged_into);
    throw conflict(
      'lead_merged',
      `The lead to merge into was itself merged into ${id}. Merge into that lead instead.`,
      {
        merged_into: id,
      },
    );
  }
  if (lead.customer_id !== null && into.customer_id === null) {
    throw conflict(
      'lead_converted',
      'This lead belongs to a customer, and the other lead does not. Merge the other lead into this one instead.',
    );
  }
}

function mergeIntoItself(): Error {
  const detail =
    'A lead cannot be merged into itself. Send the id of another lead in the field into.';
  return validationFailed([{ pointer: '/into', code: 'not_allowed', detail }]);
}
