import { isBefore } from '../../domain/appointment-timers.ts';
import { toPublicId } from '../../domain/ids.ts';
import type { SentBy } from '../../domain/message-address.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/errors.ts';
import {
  baseUrlOf,
  type MessageContent,
  queueMessage,
  type Recipient,
} from '../messaging/index.ts';
import { changeFollowUp } from './change-follow-up.ts';
import { followUpDeferred } from './events.ts';
import { mayMessageNow } from './may-message.ts';
import { type FollowUpRow, saveFollowUp } from './queries.ts';
import { fail, skip } from './skip-or-fail.ts';
import { aboutOf, renderMessage } from './texts.ts';

/** Queues the text or email of a due follow-up, if it can be sent now. */
export async function sendMessage(
  tx: Tx,
  row: FollowUpRow,
  channel: SentBy,
  recipient: Recipient,
): Promise<void> {
  const expires_at = expiryOf(row);
  const purpose = row.purpose ?? 'marketing';
  const permission = await mayMessageNow(tx, recipient, { channel, purpose, expires_at });
  if ('until' in permission) {
    changeFollowUp(tx, row, { due_at: permission.until }, followUpDeferred);
    return;
  }
  if ('reason' in permission) return skip(tx, row, permission.reason);
  const content = await contentOf(tx, row, channel, recipient);
  if ('failure' in content) {
    return fail(tx, row, 'template_not_applicable', { detail: content.failure });
  }
  try {
    const { communication_id, status, status_reason } = await queueMessage(tx, recipient.lead_id, {
      key: `follow_up:${toPublicId('follow_up', row.follow_up_id)}`,
      channel,
      to: null,
      content,
      purpose,
      expiresAt: expires_at,
      baseUrl: null,
    });
    if (status === 'not_sent') return fail(tx, row, status_reason ?? status, { communication_id });
    // follower.ts records the outcome from the event log.
    saveFollowUp(tx, { ...row, communication_id, updated_at: tx.now });
  } catch (error) {
    // Thrown before anything was written: the template does not fit this contact (any more).
    const [fieldError] = error instanceof Problem ? (error.errors ?? []) : [];
    if (fieldError === undefined) throw error;
    fail(tx, row, fieldError.code, { detail: fieldError.detail });
  }
}

/** Its own, and the time of the visit that it was to come before. */
function expiryOf({ expires_at, anchor, anchor_offset, anchored_at }: FollowUpRow): Date | null {
  if (anchor === null || anchor_offset === null || anchored_at === null) return expires_at;
  if (!isBefore({ anchor, offset: anchor_offset })) return expires_at;
  return expires_at === null || anchored_at < expires_at ? anchored_at : expires_at;
}

/** The rendered body; a saved template is rendered later, by queueMessage. */
async function contentOf(
  tx: Tx,
  row: FollowUpRow,
  channel: SentBy,
  recipient: Recipient,
): Promise<MessageContent | { failure: string }> {
  const texts = await renderMessage(tx, row, recipient, () => baseUrlOf(tx, channel));
  if ('failure' in texts) return texts;
  const { subject, body, links } = texts;
  if (body !== null) return { subject, body, links };
  return { templateId: row.template_id, subject, variables: {}, about: aboutOf(row) };
}
