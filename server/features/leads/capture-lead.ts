import { holds } from '../../platform/auth/scopes.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { capture } from './capture.ts';
import { stopSpeedToLead } from './change-lead.ts';
import { checkCapture } from './lead.ts';
import type { LeadRow } from './queries.ts';
import { CapturedLead, CaptureLeadBody, Lead } from './schemas.ts';
import type { TranscriptBody } from './transcript-schema.ts';

/** Records the call or chat that a lead came from. Messaging depends on leads, so it passes this function in. */
export type RecordTranscript = (tx: Tx, lead: LeadRow, transcript: TranscriptBody) => void;

export const captureLead = (recordTranscript: RecordTranscript) =>
  mutation({
    id: 'captureLead',
    method: 'POST',
    path: '/v1/leads',
    tag: 'Leads',
    resource: 'lead',
    scopes: ['leads:write', 'leads:capture'],
    summary: 'Capture a lead',
    description:
      'Creates a lead from any source and assigns its lifecycle number. A likely duplicate is still created: `duplicate_of` is the id of the lead it duplicates, and `duplicate_match` holds the score and the reasons. The organization’s qualification policy decides at once whether the lead is qualified. A lead needs a phone number or an email address, and a `service_needed`; otherwise the request is refused with `lead_not_actionable`, which lists what is missing. Sending the same `source` and `source_ref` again returns the first lead with 200 and creates nothing.',
    body: CaptureLeadBody,
    isForBrowsers: true,
    responses: {
      201: { description: 'The lead with its lifecycle number.', body: Lead },
      200: { description: 'The lead that this source already sent.', body: Lead },
    },
    problems: ['lead_not_actionable', 'origin_not_allowed'],
    takesKeyLast: true,
    brief: { unless: ['leads:write', 'leads:read'], body: CapturedLead },
    check: (body, caller) => checkCapture(body, caller.country),
    async run(tx, { body, caller }) {
      const { consent, transcript, ...fields } = body;
      const isPublic = !holds(caller.scopes, 'leads:write');
      const captured = await capture(tx, { fields, consent, isPublic }, caller);
      const { isNew, row, shown, lifecycleNumber } = captured;
      if (!isNew) return { status: 200, body: shown };
      if (transcript) recordTranscript(tx, row, transcript);
      const isContacted = transcript !== undefined && transcript.answered !== false;
      const lead = isContacted ? stopSpeedToLead(tx, row) : shown;
      return { status: 201, body: lead, assigned: { lifecycle_number: lifecycleNumber } };
    },
  });
