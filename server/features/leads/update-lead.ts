import type { Static } from 'typebox';
import { recordConsent } from '../../domain/consent.ts';
import { malformedContact, normalizePhone } from '../../domain/contact.ts';
import { presentText, textAsSent } from '../../domain/text.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { conflict, validationFailed } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { readAssignee } from '../organizations/index.ts';
import { changeLead, lockLivingLead } from './change-lead.ts';
import { leadKeys, prepare } from './duplicates.ts';
import { leadAssigned, leadUpdated } from './events.ts';
import { missingToBeActionable } from './lead.ts';
import { addContactKeys, type LeadRow, toLead } from './queries.ts';
import { Lead, UpdateLeadBody } from './schemas.ts';

export const updateLead = mutation({
  id: 'updateLead',
  method: 'PATCH',
  path: '/v1/leads/{id}',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write'],
  params: { id: 'lead' },
  summary: 'Change a lead',
  description:
    'Changes the fields that are sent; null empties one. The lead must stay actionable: a phone number or an e-mail address, and a `service_needed`. Giving it to another user is told by `lead.assigned`, everything else by `lead.updated`.',
  body: UpdateLeadBody,
  answers: { 200: { description: 'The lead after the change.', body: Lead } },
  check: (body, caller) => ({ errors: malformedContact(body, caller.country) }),
  refusals: {
    leads_source_ref_unique: () =>
      conflict(
        'source_ref_taken',
        'That source has sent another lead under the same source_ref. Keep the source, or change the other lead first.',
      ),
  },
  run: async (tx, { params, body, caller }) => ({
    status: 200,
    body: await changeLeadFields(tx, params.id, body, caller.country),
  }),
});

/** Writes the fields that are given to a living lead, and tells what changed. */
export async function changeLeadFields(
  tx: Tx,
  leadId: string,
  body: Static<typeof UpdateLeadBody>,
  country: string,
): Promise<Lead> {
  const before = await lockLivingLead(tx, leadId);
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
    consent: recordConsent(before.consent, body.consent, { at: tx.now, source: before.source }),
    assigned_to:
      'assigned_to' in body ? await readAssignee(tx, body.assigned_to) : before.assigned_to,
  };
  const missing = missingToBeActionable({ ...after });
  if (missing.length > 0) throw validationFailed(missing, 'lead_not_actionable');

  const isReassigned = after.assigned_to !== before.assigned_to;
  const isChanged =
    JSON.stringify({ ...after, assigned_to: null }) !==
    JSON.stringify({ ...before, assigned_to: null });
  const types = [...(isChanged ? [leadUpdated] : []), ...(isReassigned ? [leadAssigned] : [])];
  if (types.length === 0) return toLead(before);
  if (isFoundOtherwise(before, after)) {
    addContactKeys(tx, before.lead_id, leadKeys(after, prepare(after)));
  }
  return changeLead(tx, before, after, ...types);
}

/** Whether what a lead is found by has changed: its keys are many, and most changes are of none of them. */
function isFoundOtherwise(before: LeadRow, after: LeadRow): boolean {
  const fields = ['name', 'phone', 'email', 'address'] as const;
  return fields.some((field) => before[field] !== after[field]);
}
