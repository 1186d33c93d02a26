import type { Tx } from '../../../platform/database/transaction.ts';
import type { Actor } from '../../../platform/events/event.ts';
import { enqueue } from '../../../platform/tasks/enqueue.ts';
import type { QueuedTask, Task, TaskContext } from '../../../platform/tasks/task.ts';
import { deliver, isSafeToRepeat } from '../channels/delivery.ts';
import { findChannel } from '../channels/queries.ts';
import { type Attempt, channelOf, quietFor, startAttempt, whyNot } from './attempt.ts';
import { changeCommunication } from './change-communication.ts';
import { communicationFailed, communicationNotSent, communicationUnknown } from './events.ts';
import { isMessage } from './message.ts';
import { type CommunicationRow, lockCommunication, markHandedOver } from './queries.ts';
import { MAX_ATTEMPTS, settleAttempt } from './settle-attempt.ts';

interface SendTask {
  communication_id: string;
}

const SENDING: Actor = { type: 'system', id: null, name: 'sending' };

/** Longer than any attempt takes, and than its task is given. */
const ABANDONED_MS = 20 * 60 * 1000;

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
  const { row, channel, message } = attempt;
  const outcome = await deliver(channel, message, {
    organizationId,
    outbound,
    secrets,
    now: database.clock.now(),
    async beforeHandOver() {
      const isOurs = await database.transaction(options, (tx) => markHandedOver(tx, row));
      if (!isOurs) throw new Error('Another attempt was begun meanwhile');
    },
  });
  const next = await database.transaction(options, async (tx) => {
    const step = await settleAttempt(tx, attempt, outcome);
    if (typeof step === 'object') sendLater(tx, row, step);
    return step;
  });
  // The task's own retry finds the text in `sending`, as after a crash.
  if (next === 'try_again') throw new Error('The gateway gave no clear answer to a text');
}

/** Null where there is nothing to send, or nothing that may be. */
async function beginAttempt(
  tx: Tx,
  communicationId: string,
  taskId: string,
): Promise<Attempt | null> {
  const row = await lockCommunication(tx, communicationId);
  if (row.status === 'sending') return resumeAttempt(tx, row, taskId);
  if (row.status !== 'queued' || !isMessage(row)) return null;
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
  return startAttempt(tx, row, channel, taskId);
}

/** An attempt was begun and never ended; what came of it is perhaps known to the other side alone. */
async function resumeAttempt(
  tx: Tx,
  row: CommunicationRow,
  taskId: string,
): Promise<Attempt | null> {
  if (!isMessage(row)) return null;
  const isAbandoned = tx.now.getTime() - row.updated_at.getTime() > ABANDONED_MS;
  if (row.attempt_id !== taskId && !isAbandoned) {
    // Another task is at it. Should that one be gone for good, it is not left lying.
    const startAfter = new Date(Date.now() + ABANDONED_MS);
    sendLater(tx, row, { startAfter });
    return null;
  }
  const channel = await findChannel(tx, row.channel_id);
  const isRepeatable = isSafeToRepeat(channel) || row.handed_over_at === null;
  const reason = await whyNot(tx, row);
  if (isRepeatable && row.attempts < MAX_ATTEMPTS && reason === null) {
    return startAttempt(tx, row, channel, taskId);
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
