import Type from 'typebox';
import { toPublicId, toUuid } from '../../domain/ids.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, notFound, validationFailed } from '../../platform/errors.ts';
import { closedObject } from '../../platform/http/fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { newUuid } from '../../platform/ids.ts';
import { assertNotMerged, changeLead } from './change-lead.ts';
import { leadKeys, prepare } from './duplicates.ts';
import { leadMerged, leadUpdated } from './events.ts';
import { joinChanges, withChanges } from './merge.ts';
import { insertMerge, lockBoth } from './merge-queries.ts';
import { addContactKeys, type LeadRow, toLead } from './queries.ts';
import { Lead } from './schemas.ts';

export const mergeLead = mutation({
  id: 'mergeLead',
  method: 'POST',
  path: '/v1/leads/{id}/merge',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  params: { id: 'lead' },
  summary: 'Merge a lead into another',
  description:
    'Says that this lead is the same as another, which stands for both from now on. The other takes over what it lacks (name, phone, e-mail, address, notes, assignee, first contact); of consent the stricter answer holds. This lead keeps its number and stays readable, with `merged_into`; lists leave it out, and whoever captures it again is led to the other. `unmerge` takes everything back. A lead that has become a customer is merged only into another that has.',
  body: closedObject('MergeLead', 'The lead that stands for both.', {
    into: Type.String({
      maxLength: TEXT_LIMITS.id,
      description: 'Id of the lead that stands for both.',
      examples: ['lead_01h455vb4pex5vsknk084sn02q'],
    }),
  }),
  answers: { 200: { description: 'The lead with its `merged_into`.', body: Lead } },
  async run(tx, { params, body }) {
    const intoId = toUuid('lead', body.into);
    if (intoId === null) throw notFound('lead');
    if (intoId === params.id) throw itself();
    const [lead, into] = await lockBoth(tx, params.id, intoId);
    if (lead.merged_into === into.lead_id) return { status: 200, body: toLead(lead) };
    assertMergeable(lead, into);
    return { status: 200, body: merge(tx, lead, into) };
  },
});

function merge(tx: Tx, lead: LeadRow, into: LeadRow): Lead {
  const changes = joinChanges(into, lead);
  insertMerge(tx, {
    merge_id: newUuid(),
    lead_id: lead.lead_id,
    into_lead_id: into.lead_id,
    changes,
    merged_at: tx.now,
    unmerged_at: null,
  });
  if (Object.keys(changes).length > 0) {
    const after = withChanges(into, changes);
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
      `The lead ${id} is deleted. Bring it back with POST /v1/leads/{id}/restore first.`,
    );
  }
  if (into.merged_into !== null) {
    const id = toPublicId('lead', into.merged_into);
    throw conflict('lead_merged', `That lead was itself merged into ${id}. Merge into that one.`, {
      merged_into: id,
    });
  }
  if (lead.customer_id !== null && into.customer_id === null) {
    throw conflict(
      'lead_converted',
      'This lead has become a customer, and the other has not. Merge the other one into this.',
    );
  }
}

function itself(): Error {
  const detail = 'The field into must be another lead: this one cannot be merged into itself.';
  return validationFailed([{ pointer: '/into', code: 'not_allowed', detail }]);
}
