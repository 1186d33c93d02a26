import type { SentBy } from '../../../domain/message-address.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { Actor } from '../../../platform/events/event.ts';
import { toPublicId } from '../../../platform/ids.ts';
import { enqueue } from '../../../platform/tasks/enqueue.ts';
import type { QueuedTask, Task, TaskContext } from '../../../platform/tasks/task.ts';
import {
  type ChannelRow,
  deliver,
  findActiveChannel,
  findChannel,
  isSafeToRepeat,
  type Outcome,
  senderOf,
} from '../channels/index.ts';
import { isOptedOut } from '../opt-outs/queries.ts';
import { nextAwake } from './awake.ts';
import { changeCommunication, stopClock } from './change-communication.ts';
import {
  communicationFailed,
  communicationNotSent,
  communicationSent,
  communicationUnknown,
} from './events.ts';
import { CHANNEL_KIND, reasonNotToSend } from './message.ts';
import {
  type CommunicationRow,
  findUnsubscribeUrl,
  lockCommunication,
  markHandedOver,
  saveCommunication,
} from './queries.ts';
import { findRecipient, isNotToBeContacted } from './recipients.ts';

interface SendTask {
  communication_id: string;
}

const SENDING: Actor = { type: 'system', id: null, name: 'sending' };

/** How long to wait after each attempt that was surely not taken; after the last one it has failed. */
const BACKOFF_SECONDS = [1, 5, 30, 120, 600];
const MOST_ATTEMPTS = BACKOFF_SECONDS.length + 1;
/** Longer than any attempt takes, and than its task is given. */
const ABANDONED_MS = 20 * 60 * 1000;
const A_DAY_MS = 24 * 60 * 60 * 1000;

/** A send waits for another machine, and costs next to nothing meanwhile: a connection and the message. */
const AT_ONCE = 100;
/** Texts, or mails, of one organization: a server that hangs holds up its own alone, and none is stormed. */
const AT_ONCE_BY_CHANNEL = 4;

/**
 * Sends a text or mail. Before the attempt it is moved to `sending` in a transaction of its own, so that
 * a worker that is killed leaves a trace: whoever takes the task over finds it. A text is then sent again
 * under the same key, which the gateway knows it by. A mail is sent again if its server had not been ready
 * to read it, which is written down before it is given away; else nobody can tell whether it was taken,
 * so it is shown as `unknown` and left to a person.
 */
export const sendCommunication: Task<SendTask> = {
  name: 'send-communication',
  description: 'Sends a text or mail through the organization’s channel.',
  retryLimit: 10,
  concurrency: AT_ONCE,
  perGroup: AT_ONCE_BY_CHANNEL,
  async handle(context, tasks) {
    for (const task of tasks) await send(context, task);
  },
};

/** Leaves it to the worker, in the transaction that makes it due. */
export function sendLater(
  tx: Tx,
  { communication_id, channel }: CommunicationRow,
  options: { startAfter?: Date } = {},
): void {
  enqueue(tx, sendCommunication, { communication_id }, { ...options, group: channel });
}

async function send(
  { database, outbound, secrets }: TaskContext,
  { id: taskId, data }: QueuedTask<SendTask>,
): Promise<void> {
  const organizationId = data.organization_id;
  const options = { organizationId, actor: SENDING };
  const attempt = await database.transaction(options, (tx) =>
    beginAttempt(tx, data.communication_id, taskId),
  );
  if (attempt === null) return;
  const { row, channel, unsubscribeUrl } = attempt;
  const outcome = await deliver(channel, toMessage(row, unsubscribeUrl), {
    organizationId,
    outbound,
    secrets,
    now: database.clock.now(),
    async beforeHandOver() {
      const isOurs = await database.transaction(options, (tx) => markHandedOver(tx, row));
      if (!isOurs) throw new Error('Another attempt was begun meanwhile');
    },
  });
  const isToBeRepeated = await database.transaction(options, (tx) =>
    settle(tx, row, channel, outcome),
  );
  // The task's own retry finds the text in `sending`, as after a crash.
  if (isToBeRepeated) throw new Error('The gateway gave no clear answer to a text');
}

interface Attempt {
  row: CommunicationRow;
  channel: ChannelRow;
  unsubscribeUrl: string | null;
}

/** Null where there is nothing to send, or nothing that may be. */
async function beginAttempt(
  tx: Tx,
  communicationId: string,
  taskId: string,
): Promise<Attempt | null> {
  const row = await lockCommunication(tx, communicationId);
  if (row.status === 'sending') return resumeAttempt(tx, row, taskId);
  if (row.status !== 'queued') return null;
  const channel = await channelOf(tx, row);
  const reason = channel === null ? 'no_channel' : await whyNot(tx, row);
  if (channel === null || reason !== null) {
    const changes = { status: 'not_sent', status_reason: reason, status_detail: null } as const;
    changeCommunication(tx, row, changes, communicationNotSent);
    return null;
  }
  const waitMs = await quietFor(tx, row);
  if (waitMs > 0) {
    sendLater(tx, row, { startAfter: new Date(Date.now() + waitMs) });
    return null;
  }
  return attempt(tx, row, channel, taskId);
}

/**
 * What runs by itself was queued in the hours in which it may be sent. By now, after a backlog or a failed
 * attempt, it may be night where the recipient is.
 */
async function quietFor(tx: Tx, row: CommunicationRow): Promise<number> {
  if (row.message_key === null || row.lead_id === null) return 0;
  const { phone } = await findRecipient(tx, row.lead_id);
  const awake = await nextAwake(tx, phone);
  return awake === null ? A_DAY_MS : awake.getTime() - tx.now.getTime();
}

/** An attempt was begun and never ended; what came of it is perhaps known to the other side alone. */
async function resumeAttempt(
  tx: Tx,
  row: CommunicationRow,
  taskId: string,
): Promise<Attempt | null> {
  const isAbandoned = tx.now.getTime() - row.updated_at.getTime() > ABANDONED_MS;
  if (row.attempt_id !== taskId && !isAbandoned) {
    // Another task is at it. Should that one be gone for good, it is not left lying.
    const startAfter = new Date(Date.now() + ABANDONED_MS);
    sendLater(tx, row, { startAfter });
    return null;
  }
  const channel = await findChannel(tx, row.channel_id!);
  const isRepeatable = isSafeToRepeat(channel) || row.handed_over_at === null;
  const reason = await whyNot(tx, row);
  if (isRepeatable && row.attempts < MOST_ATTEMPTS && reason === null) {
    return attempt(tx, row, channel, taskId);
  }
  if (channel.kind === 'smtp' && row.handed_over_at === null) {
    const status = reason === null ? 'failed' : 'not_sent';
    const type = reason === null ? communicationFailed : communicationNotSent;
    changeCommunication(tx, row, { status, status_reason: reason ?? 'interrupted' }, type);
    return null;
  }
  const changes = { status: 'unknown', status_reason: row.status_reason ?? 'interrupted' } as const;
  changeCommunication(tx, row, changes, communicationUnknown);
  return null;
}

async function attempt(
  tx: Tx,
  row: CommunicationRow,
  channel: ChannelRow,
  taskId: string,
): Promise<Attempt> {
  const begun: CommunicationRow = {
    ...row,
    status: 'sending',
    status_reason: null,
    status_detail: null,
    from_address: senderOf(channel),
    channel_id: channel.channel_id,
    attempt_id: taskId,
    attempts: row.attempts + 1,
    handed_over_at: null,
    updated_at: tx.now,
  };
  const unsubscribeUrl = await findUnsubscribeUrl(tx, row.communication_id);
  saveCommunication(tx, begun);
  return { row: begun, channel, unsubscribeUrl };
}

/** A test goes by the channel that is tested, active or not. */
async function channelOf(tx: Tx, row: CommunicationRow): Promise<ChannelRow | null> {
  if (row.purpose === 'test') return findChannel(tx, row.channel_id!);
  return findActiveChannel(tx, CHANNEL_KIND[row.channel as SentBy]);
}

/** Asked now, and not when it was queued: they may have said STOP since. */
async function whyNot(tx: Tx, row: CommunicationRow): Promise<string | null> {
  const to = { channel: row.channel as SentBy, address: row.to_address! };
  const [recipient, hasOptedOut, isRefused] = await Promise.all([
    row.lead_id === null ? null : findRecipient(tx, row.lead_id),
    isOptedOut(tx, to),
    isNotToBeContacted(tx, to),
  ]);
  return reasonNotToSend(row, recipient, {
    isOptedOut: hasOptedOut,
    isNotToBeContacted: isRefused,
  });
}

function toMessage(row: CommunicationRow, unsubscribeUrl: string | null) {
  const reference = toPublicId('comm', row.communication_id);
  return {
    reference,
    // Sent again by a person after it had failed, it is a message of its own.
    idempotencyKey: row.resends === 0 ? reference : `${reference}.${row.resends}`,
    to: row.to_address!,
    subject: row.subject,
    body: row.body!,
    unsubscribeUrl,
  };
}

/** Writes what became of the attempt. True if the same task is to try again. */
async function settle(
  tx: Tx,
  attempted: CommunicationRow,
  channel: ChannelRow,
  outcome: Outcome,
): Promise<boolean> {
  const row = await lockCommunication(tx, attempted.communication_id);
  const isOurs =
    row.attempt_id === attempted.attempt_id && ['sending', 'unknown'].includes(row.status);
  // A report of the gateway may have come first.
  if (!isOurs) return false;
  if (outcome.result === 'accepted') {
    await stopClock(tx, row);
    const provider_id = outcome.reply.providerId;
    const changes = { status: 'sent', status_reason: null, provider_id, sent_at: tx.now } as const;
    changeCommunication(tx, row, changes, communicationSent);
    return false;
  }
  // Its task was taken over while this one hung: what that one comes to is what counts.
  if (row.attempts !== attempted.attempts) return false;
  const why = { status_reason: outcome.reason, status_detail: outcome.detail };
  const mayTryAgain = row.status === 'sending' && row.attempts < MOST_ATTEMPTS;
  if (outcome.result === 'ambiguous') {
    if (mayTryAgain && isSafeToRepeat(channel)) {
      saveCommunication(tx, { ...row, ...why, updated_at: tx.now });
      return true;
    }
    changeCommunication(tx, row, { status: 'unknown', ...why }, communicationUnknown);
    return false;
  }
  if (outcome.result === 'deferred' && mayTryAgain) {
    saveCommunication(tx, { ...row, ...why, status: 'queued', updated_at: tx.now });
    sendLater(tx, row, { startAfter: later(row) });
    return false;
  }
  changeCommunication(tx, row, { status: 'failed', ...why }, communicationFailed);
  return false;
}

/** By the queue's clock, which is the database's own and not the one that the service is given. */
function later({ attempts }: CommunicationRow): Date {
  return new Date(Date.now() + BACKOFF_SECONDS[attempts - 1]! * 1000);
}
