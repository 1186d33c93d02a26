import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/errors.ts';
import { type LifecycleMember, readMergedLifecycles } from '../leads/index.ts';
import {
  findRecipient,
  findTopics,
  queueMessage,
  type Recipient,
  renderText,
  type TemplateData,
} from '../messaging/index.ts';
import { changeFollowUp } from './change-follow-up.ts';
import {
  followUpCanceled,
  followUpDeferred,
  followUpDue,
  followUpFailed,
  followUpSkipped,
} from './events.ts';
import { findCancelingEvent, isJobCanceled, lockWaiting } from './fire-queries.ts';
import { isMessage } from './follow-up.ts';
import { mayMessageNow, reasonNotToCall } from './may-message.ts';
import { type FollowUpRow, saveFollowUp } from './queries.ts';

/** Ten parts of a text; gateways take no more. */
const LONGEST_TEXT = 1_600;

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
  const [recipient, canceledBy, jobCanceled] = await Promise.all([
    findRecipient(tx, members[0]!.lead_id),
    findCancelingEvent(tx, row, numbersOf(members)),
    row.job_id === null ? false : isJobCanceled(tx, row.job_id),
  ]);
  if (canceledBy !== null) {
    changeFollowUp(tx, row, { status: 'canceled', reason: canceledBy }, followUpCanceled);
    return;
  }
  if (recipient.isDeleted) return skip(tx, row, 'lead_deleted');
  if (jobCanceled) return skip(tx, row, 'job_canceled');
  if (isMessage(row.channel)) return send(tx, row, row.channel, recipient);
  const notToCall = row.channel === 'call' ? await reasonNotToCall(tx, recipient) : null;
  if (notToCall !== null) return skip(tx, row, notToCall);
  return fallDue(tx, row, recipient);
}

function numbersOf(members: readonly LifecycleMember[]): string[] {
  return members.map((member) => member.lifecycle_number);
}

function skip(tx: Tx, row: FollowUpRow, reason: string): void {
  changeFollowUp(tx, row, { status: 'skipped', reason }, followUpSkipped);
}

function fail(tx: Tx, row: FollowUpRow, reason: string, changes: Partial<FollowUpRow> = {}): void {
  changeFollowUp(tx, row, { ...changes, status: 'failed', reason }, followUpFailed);
}

/** A person reads it as it is written, if it cannot be filled in: nothing to do is worse. */
async function fallDue(tx: Tx, row: FollowUpRow, recipient: Recipient): Promise<void> {
  let text = row.body;
  if (row.body !== null) {
    const rendered = renderText(row.body, await dataOf(tx, row, recipient, row.body), {});
    if ('text' in rendered) text = rendered.text;
  }
  changeFollowUp(tx, row, { status: 'due', text }, followUpDue);
}

async function send(
  tx: Tx,
  row: FollowUpRow,
  channel: 'sms' | 'email',
  recipient: Recipient,
): Promise<void> {
  const permission = await mayMessageNow(tx, recipient, channel);
  if ('until' in permission) {
    changeFollowUp(tx, row, { due_at: permission.until }, followUpDeferred);
    return;
  }
  if ('reason' in permission) return skip(tx, row, permission.reason);
  const written = await write(tx, row, recipient);
  if ('failure' in written) {
    return fail(tx, row, 'template_not_applicable', { detail: written.failure });
  }
  try {
    const communication = await queueMessage(tx, recipient.lead_id, {
      key: `follow_up:${toPublicId('followup', row.follow_up_id)}`,
      channel,
      to: null,
      subject: written.subject,
      body: written.body,
      templateId: toPublicIdOrNull('template', row.template_id),
      variables: {},
      ...(row.job_id && { about: { job_id: toPublicId('job', row.job_id) } }),
      baseUrl: null,
    });
    const { communication_id, status, status_reason } = communication;
    if (status === 'not_sent') return fail(tx, row, status_reason!, { communication_id });
    // What becomes of it is told by the log; see follower.ts.
    saveFollowUp(tx, { ...row, communication_id, updated_at: tx.now });
  } catch (error) {
    // Thrown before anything was written: the template is not one for this contact (any more).
    const [wrong] = error instanceof Problem ? (error.errors ?? []) : [];
    if (wrong === undefined) throw error;
    fail(tx, row, wrong.code, { detail: wrong.detail });
  }
}

/** The body as it is to be sent; a template is filled in where its message is made. */
async function write(
  tx: Tx,
  { job_id, channel, subject, body }: FollowUpRow,
  recipient: Recipient,
): Promise<{ subject: string | null; body: string | null } | { failure: string }> {
  const texts = [subject, body];
  const data = await dataOf(tx, { job_id }, recipient, texts.join(' '));
  const written: (string | null)[] = [];
  for (const text of texts) {
    if (text === null) {
      written.push(null);
      continue;
    }
    const rendered = renderText(text, data, {});
    if ('failure' in rendered) return rendered;
    if (rendered.text.trim() === '') return { failure: 'It comes to nothing for this contact.' };
    written.push(rendered.text);
  }
  if (channel === 'sms' && (written[1]?.length ?? 0) > LONGEST_TEXT) {
    return { failure: `It comes to more than the ${LONGEST_TEXT} characters of a text.` };
  }
  return { subject: written[0]!, body: written[1]! };
}

/** Appointments, jobs and invoices are only looked for where a text may name them. */
async function dataOf(
  tx: Tx,
  { job_id }: Pick<FollowUpRow, 'job_id'>,
  recipient: Recipient,
  text: string,
): Promise<TemplateData> {
  if (!/appointment|job|invoice/.test(text)) return recipient.data;
  const about = job_id === null ? {} : { job_id: toPublicId('job', job_id) };
  return { ...recipient.data, ...(await findTopics(tx, recipient.lead_id, about)) };
}
