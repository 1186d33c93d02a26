import { toUuid } from '../../domain/ids.ts';
import { newOrganizationKey } from '../../domain/organization-key.ts';
import type { TransactionOptions } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import type { QueuedTask, Task, TaskContext } from '../../platform/tasks/task.ts';
import { deliver, findActiveChannel, isSendingPaused, type Outcome } from '../messaging/index.ts';
import { findOrganization, lockUser } from '../organizations/index.ts';
import { emailOf } from './accounts.ts';
import { signInLinkNotSent, signInLinkSent } from './events.ts';
import { hashOf } from './link-key.ts';
import { type LinkRow, linkResource, lockLink, saveLink } from './link-queries.ts';

interface SendLink {
  /** The public id. */
  sign_in_link_id: string;
  base_url: string;
}

/**
 * Sends a link by the organization’s SMTP channel. The key is created here and is nowhere else than in the email: the
 * database gets its hash at the moment when the mail server is ready to read. A task that is run again finds the hash
 * and sends nothing, because the email may have arrived; the person can ask for another.
 */
export const sendSignInLink: Task<SendLink> = {
  name: 'send-sign-in-link',
  description: 'Sends a link by which a user signs in.',
  // A minute: a person is waiting, and asks again.
  retryLimit: 5,
  concurrency: 20,
  perGroup: 2,
  async handle(context, tasks) {
    for (const task of tasks) await send(context, task);
  },
};

async function send(
  { database, outbound, secrets }: TaskContext,
  { data }: QueuedTask<SendLink>,
): Promise<void> {
  const organizationId = data.organization_id;
  const actor = { type: 'system' as const, id: null, name: 'sending' };
  const options: TransactionOptions = { organizationId, actor };
  const linkId = toUuid('sign_in_link', data.sign_in_link_id);
  const prepared = await database.transaction(options, (tx) => prepare(tx, linkId));
  const to = prepared && (await emailOf(database, prepared.link.account_id));
  if (prepared === null || to === null) return;

  const key = newOrganizationKey(organizationId);
  const url = `${data.base_url}/sign-in#${key}`;
  const message = { ...emptyMessage(data.sign_in_link_id), to, ...mailOf(prepared, url) };
  const outcome = await deliver(prepared.channel, message, {
    organizationId,
    outbound,
    secrets,
    now: database.clock.now(),
    async beforeHandOver() {
      const isOurs = await database.transaction(options, (tx) => handOver(tx, linkId, hashOf(key)));
      if (!isOurs) throw new Error('It was used or revoked, has expired or was sent');
    },
  });
  const next = await database.transaction(options, async (tx) =>
    settle(tx, await lockLink(tx, linkId), hashOf(key), outcome),
  );
  if (next === 'try_again') throw new Error('The mail server did not accept a link');
}

/** Null if it may not be sent, or was. */
async function prepare(tx: Tx, linkId: string | null) {
  const link = await lockLink(tx, linkId);
  if (!isWaiting(link)) return null;
  const channel = await findActiveChannel(tx, 'smtp');
  const reason = await reasonNotToSend(tx, link, channel !== null);
  if (channel === null || reason !== null) {
    changeResource(tx, linkResource, link, { not_sent_reason: reason }, signInLinkNotSent);
    return null;
  }
  const [user, organization] = await Promise.all([
    lockUser(tx, link.user_id),
    findOrganization(tx),
  ]);
  return { link, channel, userName: user.name, organizationName: organization.name };
}

async function reasonNotToSend(tx: Tx, link: LinkRow, hasChannel: boolean) {
  if (link.expires_at <= tx.now) return 'expired';
  if (!hasChannel) return 'no_channel';
  return (await isSendingPaused(tx)) ? 'sending_paused' : null;
}

function isWaiting({ key_hash, used_at, revoked_at }: LinkRow): boolean {
  return key_hash === null && used_at === null && revoked_at === null;
}

/** From now on the email may have been sent. */
async function handOver(tx: Tx, linkId: string | null, keyHash: Buffer): Promise<boolean> {
  const link = await lockLink(tx, linkId);
  if (!isWaiting(link) || link.expires_at <= tx.now || (await isSendingPaused(tx))) return false;
  saveLink(tx, { ...link, key_hash: keyHash, updated_at: tx.now });
  return true;
}

function settle(tx: Tx, link: LinkRow, keyHash: Buffer, outcome: Outcome): 'nothing' | 'try_again' {
  const isSentByOther = link.key_hash !== null && !link.key_hash.equals(keyHash);
  if (isSentByOther) return 'nothing';
  if (outcome.result === 'accepted') {
    const changes = { sent_at: tx.now, not_sent_reason: null };
    changeResource(tx, linkResource, link, changes, signInLinkSent);
    return 'nothing';
  }
  const not_sent_reason = outcome.reason;
  if (outcome.result === 'deferred') {
    saveLink(tx, { ...link, not_sent_reason, key_hash: null, updated_at: tx.now });
    return 'try_again';
  }
  const isSure = outcome.result === 'refused';
  const changes = { not_sent_reason, ...(isSure && { key_hash: null }) };
  changeResource(tx, linkResource, link, changes, signInLinkNotSent);
  return 'nothing';
}

function emptyMessage(reference: string) {
  return {
    reference,
    idempotencyKey: reference,
    unsubscribeUrl: null,
    expiresAt: null,
    attachment: null,
  };
}

function mailOf(to: { userName: string; organizationName: string }, url: string) {
  return {
    subject: `Sign in to ${to.organizationName}`,
    body: [
      `Hello ${to.userName},`,
      `this link signs you in to ${to.organizationName}. It works once, for 15 minutes.`,
      url,
      'If you did not ask for it, delete this email. Only someone who has the link can use it.',
    ].join('\n\n'),
  };
}
