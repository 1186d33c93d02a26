import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import { toPublicId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { QueuedTask, Task, TaskContext } from '../../platform/tasks/task.ts';
import {
  type ChannelRow,
  deliver,
  findActiveChannel,
  findChannel,
  isSafeToRepeat,
  type Outcome,
  senderOf,
} from '../channels/index.ts';
import { changeCommunication, stopClock } from './change-communication.ts';
import {
  communicationFailed,
  communicationNotSent,
  communicationSent,
  communicationUnknown,
} from './events.ts';
import { CHANNEL_KIND, reasonNotToSend, type SentBy } from './message.ts';
import { isOptedOut } from './opt-outs.ts';
import {
  type CommunicationRow,
  findUnsubscribeUrl,
  lockCommunication,
  saveCommunication,
} from './queries.ts';
import { findRecipient } from './recipients.ts';

interface SendTask {
  communication_id: string;
}

const SENDING: Actor = { type: 'system', id: null, name: 'sending' };

/** How long to wait after each attempt that was surely not taken; after the last one it has failed. */
const BACKOFF_SECONDS = [1, 5, 30, 120, 600];
const MOST_ATTEMPTS = BACKOFF_SECONDS.length + 1;
/** Longer than any attempt takes, and than its task is given. */
const ABANDONED_MS = 20 * 60 * 1000;

/**
 * Sends a text or mail. Before the attempt it is moved to `sending` in a transaction of its own, so that
 * a worker that is killed leaves a trace: whoever takes the task over finds it. A text is then sent again
 * under the same key, which the gateway knows it by; of a mail nobody can tell whether it was taken, so
 * it is shown as `unknown` and left to a person.
 */
export const sendCommunication: Task<SendTask> = {
  name: 'send-communication',
  description: 'Sends a text or mail through the organization’s channel.',
  retryLimit: 10,
  concurrency: 4,
  async handle(context, tasks) {
    for (const task of tasks) await send(context, task);
  },
};

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
  });
  const isToBeRepeated = await database.transaction(options, (tx) =>
    settle(tx, row.communication_id, taskId, channel, outcome),
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
  return attempt(tx, row, channel, taskId);
}

/** An attempt was begun and never ended; what came of it is known to the other side alone. */
async function resumeAttempt(
  tx: Tx,
  row: CommunicationRow,
  taskId: string,
): Promise<Attempt | null> {
  const isAbandoned = tx.now.getTime() - row.updated_at.getTime() > ABANDONED_MS;
  // Another task is at it.
  if (row.attempt_id !== taskId && !isAbandoned) return null;
  const channel = await findChannel(tx, row.channel_id!);
  const isRepeated =
    isSafeToRepeat(channel) && row.attempts < MOST_ATTEMPTS && (await whyNot(tx, row)) === null;
  if (isRepeated) return attempt(tx, row, channel, taskId);
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
  const [recipient, optedOut] = await Promise.all([
    row.lead_id === null ? null : findRecipient(tx, row.lead_id),
    isOptedOut(tx, { channel: row.channel as SentBy, address: row.to_address! }),
  ]);
  return reasonNotToSend(row, recipient, optedOut);
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
  communicationId: string,
  taskId: string,
  channel: ChannelRow,
  outcome: Outcome,
): Promise<boolean> {
  const row = await lockCommunication(tx, communicationId);
  const isOurs = row.attempt_id === taskId && ['sending', 'unknown'].includes(row.status);
  // A report of the gateway may have come first.
  if (!isOurs) return false;
  if (outcome.result === 'accepted') {
    await stopClock(tx, row);
    const provider_id = outcome.providerId;
    const changes = { status: 'sent', status_reason: null, provider_id, sent_at: tx.now } as const;
    changeCommunication(tx, row, changes, communicationSent);
    return false;
  }
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
    enqueue(
      tx,
      sendCommunication,
      { communication_id: communicationId },
      { startAfter: later(row) },
    );
    return false;
  }
  changeCommunication(tx, row, { status: 'failed', ...why }, communicationFailed);
  return false;
}

/** By the queue's clock, which is the database's own and not the one that the service is given. */
function later({ attempts }: CommunicationRow): Date {
  return new Date(Date.now() + BACKOFF_SECONDS[attempts - 1]! * 1000);
}
