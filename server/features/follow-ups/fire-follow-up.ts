import { IN_THE_PAST, isTooLate } from '../../domain/appointment-timers.ts';
import { isSentBy } from '../../domain/message-address.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { readMergedLifecycles } from '../leads/index.ts';
import { findRecipient, type Recipient, renderTexts } from '../messaging/index.ts';
import { changeFollowUp } from './change-follow-up.ts';
import { followUpCanceled, followUpDue } from './events.ts';
import { findCancelingEvent, isJobCanceled, lockWaiting } from './fire-queries.ts';
import { reasonNotToCall } from './may-message.ts';
import type { FollowUpRow } from './queries.ts';
import { sendMessage } from './send-message.ts';
import { fail, skip } from './skip-or-fail.ts';
import { templateData } from './texts.ts';

/**
 * Fires due follow-ups of one organization in one transaction. A second worker finds them already queued or no
 * longer scheduled, and skips them. Their statements are pipelined: one by one, 25 follow-ups take ten times as
 * many round trips.
 */
export async function fireFollowUps(tx: Tx, followUpIds: readonly string[]): Promise<void> {
  const rows = await lockWaiting(tx, followUpIds);
  const fired = await Promise.allSettled(rows.map((row) => fire(tx, row)));
  // Throw only after all have settled: the transaction must not end while one still uses it.
  for (const result of fired) if (result.status === 'rejected') throw result.reason;
}

/** Gives up a follow-up that several attempts did not finish, without looking at its texts. */
export async function abandonFollowUp(tx: Tx, followUpId: string): Promise<void> {
  const [row] = await lockWaiting(tx, [followUpId]);
  const detail =
    'The service was interrupted several times while it processed this follow-up. Check its texts, and create it again.';
  if (row) fail(tx, row, 'interrupted', { detail });
}

async function fire(tx: Tx, row: FollowUpRow): Promise<void> {
  const members = await readMergedLifecycles(tx, row.lead_id);
  // The lead they were merged into gets the message; an event of any merged lead can cancel it.
  const [primary = row] = members;
  const numbers = members.map((member) => member.lifecycle_number);
  const [recipient, canceledBy, jobCanceled] = await Promise.all([
    findRecipient(tx, primary.lead_id),
    findCancelingEvent(tx, row, numbers),
    row.job_id === null ? false : isJobCanceled(tx, row.job_id),
  ]);
  if (canceledBy !== null) {
    changeFollowUp(tx, row, { status: 'canceled', reason: canceledBy }, followUpCanceled);
    return;
  }
  if (recipient.isDeleted) return skip(tx, row, 'lead_deleted');
  if (jobCanceled) return skip(tx, row, 'job_canceled');
  if (isTimerTooLate(row, tx.now)) return skip(tx, row, IN_THE_PAST);
  if (isSentBy(row.channel)) return sendMessage(tx, row, row.channel, recipient);
  const notToCall = row.channel === 'call' ? await reasonNotToCall(tx, recipient) : null;
  if (notToCall !== null) return skip(tx, row, notToCall);
  return markDue(tx, row, recipient);
}

/** After an outage or quiet hours, the appointment that the follow-up was to come before may have started. */
function isTimerTooLate({ anchor, anchor_offset, anchored_at }: FollowUpRow, now: Date): boolean {
  if (anchor === null || anchor_offset === null || anchored_at === null) return false;
  return isTooLate({ anchor, offset: anchor_offset }, anchored_at, now);
}

/** If the text cannot be rendered, the user sees the unrendered template: that is better than no text. */
async function markDue(tx: Tx, row: FollowUpRow, recipient: Recipient): Promise<void> {
  const data = row.body === null ? {} : await templateData(tx, row, recipient, row.body);
  const rendered = await renderTexts(tx.organizationId, [row.body], data, {});
  const changes =
    'texts' in rendered
      ? { text: rendered.texts[0] }
      : { text: row.body, detail: `The text is shown as it was written: ${rendered.failure}.` };
  changeFollowUp(tx, row, { status: 'due', ...changes }, followUpDue);
}
