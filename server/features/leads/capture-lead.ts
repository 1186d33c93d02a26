import { HAND_ON_EVENTS, pendingEvent } from '../../platform/events/event.ts';
import { mutation } from '../../platform/http/operation.ts';
import { newUuid } from '../../platform/ids.ts';
import { leadCreated, leadQualified } from './events.ts';
import {
  DEFAULT_SOURCE,
  malformedContact,
  missingToBeActionable,
  normalizePhone,
  presentText,
  textAsSent,
} from './lead.ts';
import { isQualifiedAtCapture } from './qualification.ts';
import { insertLead, toLead } from './queries.ts';
import { CaptureLeadBody, Lead } from './schemas.ts';

export const captureLead = mutation({
  id: 'captureLead',
  method: 'POST',
  path: '/v1/leads',
  tag: 'Leads',
  resource: 'lead',
  scopes: ['leads:write', 'leads:capture'],
  summary: 'Capture a lead',
  description:
    'Takes a lead from any source and gives it its lifecycle number. The organization’s qualification policy decides at once whether it is qualified. It must carry a phone number or an e-mail address, and a `service_needed`; otherwise it is refused as `lead_not_actionable`, naming what is missing.',
  body: CaptureLeadBody,
  answers: { 201: { description: 'The lead, with its number.', body: Lead } },
  check(body, caller) {
    const missing = missingToBeActionable(body);
    const errors = [...missing, ...malformedContact(body, caller.country)];
    return { errors, ...(missing.length > 0 ? { code: 'lead_not_actionable' } : {}) };
  },
  async run(tx, { body, caller }) {
    const contact = {
      name: presentText(body.name),
      phone: normalizePhone(presentText(body.phone), caller.country),
      email: presentText(body.email),
      source: presentText(body.source) ?? DEFAULT_SOURCE,
      service_needed: presentText(body.service_needed)!,
      address: textAsSent(body.address),
      notes: textAsSent(body.notes),
    };
    const isQualified = isQualifiedAtCapture(caller.qualificationPolicy, contact);
    const row = {
      lead_id: newUuid(tx.now),
      ...contact,
      status: isQualified ? ('qualified' as const) : ('new' as const),
      unqualified_reason: null,
      assigned_to: null,
      qualified_at: isQualified ? tx.now : null,
      first_contacted_at: null,
      converted_at: null,
      customer_id: null,
      deleted_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    };
    const { lifecycle_number: _assignedByTheDatabase, ...lead } = toLead({
      ...row,
      lifecycle_number: '',
    });
    const events = [
      pendingEvent(leadCreated, lead),
      ...(isQualified ? [pendingEvent(leadQualified, lead)] : []),
    ];
    tx.wake(HAND_ON_EVENTS);
    const number = insertLead(tx, row, JSON.stringify(events));
    return {
      status: 201,
      body: number.then((lifecycle_number) => ({ ...lead, lifecycle_number })),
    };
  },
});
