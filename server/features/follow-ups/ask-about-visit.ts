import { toPublicId } from '../../domain/ids.ts';
import type { AskAboutVisit } from '../messaging/index.ts';
import { scheduleFollowUp } from './schedule-follow-up.ts';
import { findTargetOfLead } from './targets.ts';

const NAMES = { sms: 'texts', email: 'emails' };

/**
 * A contact wrote CANCEL, which is an opt-out. It may also mean the visit, so a user gets a task to ask. There is one for
 * each version of the visit, however often the contact writes it.
 */
export const askAboutVisit: AskAboutVisit = async (tx, lead, visit, channel) => {
  // The task of a deleted lead would be skipped.
  const own = visit.is_lead_deleted ? lead : { lead_id: visit.lead_id, deleted_at: null };
  if (own.deleted_at !== null) return;
  const target = await findTargetOfLead(tx, own.lead_id);
  const id = toPublicId('appointment', visit.appointment_id);
  const input = {
    channel: 'task',
    when: { delay: 'PT0S' },
    template: null,
    subject: null,
    body: `Call {{ lead.name | default: lead.phone | default: lead.email }}: the reply CANCEL has stopped all ${NAMES[channel]}, but the visit on {{ appointment.starts_at | date: "%A, %B %e at %H:%M" }} is still booked. Ask whether it takes place.`,
    assignedTo: undefined,
    cancelOn: ['appointment.canceled', 'appointment.rescheduled'],
    purpose: null,
    expiresAt: null,
  } as const;
  const key = `cancel_reply:${id}:${visit.revision}`;
  await scheduleFollowUp(tx, target, input, { key, runId: null });
};
