import type { Tx } from '../../platform/database/transaction.ts';
import { mutation } from '../../platform/http/operation.ts';
import { capture } from './capture.ts';
import { checkCapture } from './lead.ts';
import { type LeadRow, toLead } from './queries.ts';
import { CaptureLeadBody, Lead } from './schemas.ts';
import type { TranscriptBody } from './transcript-schema.ts';

/** Keeps the call or chat that a lead came from. Messaging is above leads, so it hands this in. */
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
      'Takes a lead from any source and gives it its lifecycle number. A lead that likely repeats another is still made, and `duplicate_of` names the other, with the score and the reasons in `duplicate_match`. The organization’s qualification policy decides at once whether it is qualified. It must carry a phone number or an e-mail address, and a `service_needed`; otherwise it is refused as `lead_not_actionable`, naming what is missing. The same `source` and `source_ref` again answers the first lead with 200 and makes nothing.',
    body: CaptureLeadBody,
    answers: {
      201: { description: 'The lead, with its number.', body: Lead },
      200: { description: 'The lead that the source had sent before.', body: Lead },
    },
    check: (body, caller) => checkCapture(body, caller.country),
    async run(tx, { body, caller }) {
      const { consent, transcript, ...fields } = body;
      const { isNew, row, lifecycleNumber } = await capture(tx, { fields, consent }, caller);
      if (!isNew) return { status: 200, body: toLead(row) };
      if (transcript) recordTranscript(tx, row, transcript);
      const { lifecycle_number: _assigned, ...lead } = toLead(row);
      return { status: 201, body: lead, assigned: { lifecycle_number: lifecycleNumber } };
    },
  });
