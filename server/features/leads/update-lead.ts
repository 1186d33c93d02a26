import type { Static } from 'typebox';
import { recordConsent } from '../../domain/consent.ts';
import { malformedContact, normalizePhone } from '../../domain/contact.ts';
import { presentText, textAsSent } from '../../domain/text.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, validationFailed } from '../../platform/errors.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { readAssignee } from '../organizations/index.ts';
import { changeLeadRow, lockActiveLead } from './change-lead.ts';
import { leadKeys, prepare } from './duplicates.ts';
import { leadAssigned, leadUpdated } from './events.ts';
import { missingToBeActionable } from './lead.ts';
import { originKeys, readAttribution, readMetadata } from './origin.ts';
import { addContactKeys, type LeadRow, toLead } from './queries.ts';
import { Lead, UpdateLeadBody } from './schemas.ts';

export const updateLead = mutation({
  id: 'updateLead',
  method: 'PATCH',
  path: '/v1/leads/{id}',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  summary: 'Update a lead',
  description:
    'Changes the fields you send; null clears a field. The lead must keep a phone number or an email address, and a `service_needed`. A new assignee sends the event `lead.assigned`; any other change sends `lead.updated`.',
  body: UpdateLeadBody,
  responses: returns(Lead, 'The updated lead.'),
  problems: [
    'lead_deleted',
    'lead_merged',
    'lead_not_actionable',
    'source_ref_taken',
    'person_erased',
  ],
  check: (body, caller) => ({ errors: malformedContact(body, caller.country) }),
  refusals: {
    leads_source_ref_unique: () =>
      conflict(
        'source_ref_taken',
        'Another lead already has this source and source_ref. Keep the source, or change the other lead first.',
      ),
  },
  async run(tx, { params, body, caller }) {
    const before = await lockActiveLead(tx, params.id);
    const after = await changeLeadFields(tx, before, body, caller.country);
    return { status: 200, body: toLead(after) };
  },
});

/** Changes the given fields of a locked, active lead, and emits an event if any changed. Returns the lead after it. */
export async function changeLeadFields(
  tx: Tx,
  before: LeadRow,
  body: Static<typeof UpdateLeadBody>,
  country: string,
): Promise<LeadRow> {
  const after: LeadRow = {
    ...before,
    name: 'name' in body ? presentText(body.name) : before.name,
    phone: 'phone' in body ? normalizePhone(presentText(body.phone), country) : before.phone,
    email: 'email' in body ? presentText(body.email) : before.email,
    source: body.source === undefined ? before.source : (presentText(body.source) ?? before.source),
    service_needed:
      body.service_needed === undefined
        ? before.service_needed
        : (presentText(body.service_needed) ?? ''),
    address: 'address' in body ? textAsSent(body.address) : before.address,
    notes: 'notes' in body ? textAsSent(body.notes) : before.notes,
    language: body.language === undefined ? before.language : body.language,
    metadata: body.metadata === undefined ? before.metadata : readMetadata(body.metadata),
    attribution:
      body.attribution === undefined ? before.attribution : readAttribution(body.attribution),
    consent: recordConsent(before.consent, body.consent, { at: tx.now, source: before.source }),
    assigned_to:
      'assigned_to' in body ? await readAssignee(tx, body.assigned_to) : before.assigned_to,
  };
  const missing = missingToBeActionable({ ...after });
  if (missing.length > 0) throw validationFailed(missing, 'lead_not_actionable');

  const isReassigned = after.assigned_to !== before.assigned_to;
  const { assigned_to: _assignee, ...changed } = changedFields(before, after);
  const isChanged = Object.keys(changed).length > 0;
  const types = [...(isChanged ? [leadUpdated] : []), ...(isReassigned ? [leadAssigned] : [])];
  if (types.length === 0) return before;
  if (haveKeysChanged(before, after)) {
    addContactKeys(tx, before.lead_id, leadKeys(after, prepare(after)));
  } else if ('metadata' in changed || 'attribution' in changed) {
    addContactKeys(tx, before.lead_id, originKeys(after));
  }
  return changeLeadRow(tx, before, after, ...types);
}

/** A lead has many keys and most changes affect none, so they are written only when these fields change. */
function haveKeysChanged(before: LeadRow, after: LeadRow): boolean {
  const fields = ['name', 'phone', 'email', 'address'] as const;
  return fields.some((field) => before[field] !== after[field]);
}
