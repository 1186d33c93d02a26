import { isSentBy } from '../../domain/message-address.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { readMergedLifecycles } from '../leads/index.ts';
import { findRecipient, type Recipient, renderText } from '../messaging/index.ts';
import { changeFollowUp } from './change-follow-up.ts';
import { followUpCanceled, followUpDue } from './events.ts';
import { findCancelingEvent, isJobCanceled, lockWaiting } from './fire-queries.ts';
import { reasonNotToCall } from './may-message.ts';
import type { FollowUpRow } from './queries.ts';
import { sendMessage } from './send-message.ts';
import { skip } from './skip-or-fail.ts';
import { templateData } from './texts.ts';

/**
 * Does what these follow-ups of one organization are for, now that their time has come; all of it in one
 * transaction. Whoever comes second finds them handed over or no longer scheduled, and leaves them alone.
 * Their statements travel together: one by one, twenty-five of them take ten times as many round trips.
 */
export async function fireTogether(tx: Tx, followUpIds: readonly string[]): Promise<void> {
  const rows = await lockWaiting(tx, followUpIds);
  const fired = await Promise.allSettled(rows.map((row) => fire(tx, row)));
  // Not before all have come to an end: the transaction must not be over while one still uses it.
  for (const one of fired) if (one.status === 'rejected') throw one.reason;
}

async function fire(tx: Tx, row: FollowUpRow): Promise<void> {
  const members = await readMergedLifecycles(tx, row.lead_id);
  // The one that stands for all it was merged with gets the message, and whatever happened to any counts.
  const [standing = row] = members;
  const numbers = members.map((member) => member.lifecycle_number);
  const [recipient, canceledBy, jobCanceled] = await Promise.all([
    findRecipient(tx, standing.lead_id),
    findCancelingEvent(tx, row, numbers),
    row.job_id === null ? false : isJobCanceled(tx, row.job_id),
  ]);
  if (canceledBy !== null) {
    changeFollowUp(tx, row, { status: 'canceled', reason: canceledBy }, followUpCanceled);
    return;
  }
  if (recipient.isDeleted) return skip(tx, row, 'lead_deleted');
  if (jobCanceled) return skip(tx, row, 'job_canceled');
  if (isSentBy(row.channel)) return sendMessage(tx, row, row.channel, recipient);
  const notToCall = row.channel === 'call' ? await reasonNotToCall(tx, recipient) : null;
  if (notToCall !== null) return skip(tx, row, notToCall);
  return fallDue(tx, row, recipient);
}

/** A person reads it as it is written, if it cannot be filled in: nothing to do is worse. */
async function fallDue(tx: Tx, row: FollowUpRow, recipient: Recipient): Promise<void> {
  let text = row.body;
  if (row.body !== null) {
    const rendered = renderText(row.body, await templateData(tx, row, recipient, row.body), {});
    if ('text' in rendered) text = rendered.text;
  }
  changeFollowUp(tx, row, { status: 'due', text }, followUpDue);
}
