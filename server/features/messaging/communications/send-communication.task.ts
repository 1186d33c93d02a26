import type { Database } from '../../../platform/database/database.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { Actor } from '../../../platform/events/event.ts';
import { enqueue } from '../../../platform/tasks/enqueue.ts';
import type { QueuedTask, Task, TaskContext } from '../../../platform/tasks/task.ts';
import { type Attachment, deliver, isSafeToRepeat } from '../channels/delivery.ts';
import { findChannel } from '../channels/queries.ts';
import {
  type Attempt,
  channelOf,
  findReasonNotToSend,
  quietHoursWaitMs,
  startAttempt,
} from './attempt.ts';
import { changeCommunication } from './change-communication.ts';
import {
  communicationExpired,
  communicationFailed,
  communicationNotSent,
  communicationUnknown,
} from './events.ts';
import { isExpired } from './expiry.ts';
import { isMessage } from './message.ts';
import type { MessageDocument } from './message-documents.ts';
import { type CommunicationRow, lockCommunication, markHandedOver } from './queries.ts';
import { isSendingPaused, waitIfPaused } from './sending-switch.ts';
import { MAX_ATTEMPTS, settleAttempt } from './settle-attempt.ts';
import { limitReachedBy } from './text-limits.ts';

interface SendTask {
  communication_id: string;
}

const SENDING: Actor = { type: 'system', id: null, name: 'sending' };

/** Longer than any attempt can take, and longer than the time limit of its task. */
const ABANDONED_MS = 20 * 60 * 1000;

/** A send mostly waits for another server and costs little: a connection and the message. */
const MAX_CONCURRENT = 100;
/** Per organization, for texts and for emails. A server that hangs delays only its own organization, and no server is overloaded. */
const MAX_CONCURRENT_PER_CHANNEL = 4;

/**
 * Sends a text or email. Before the attempt, a separate transaction sets it to `sending`, so that the next worker
 * can see that an attempt was interrupted. An interrupted text is sent again with the same key, by which the
 * gateway detects the repetition. An interrupted email is sent again only if the server was not yet ready to read
 * it; `handed_over_at` is saved just before that moment. Otherwise it is unknown whether the server accepted the
 * email, so its status becomes `unknown` and a user decides.
 */
export function sendCommunicationWith(print: PrintDocument): Task<SendTask> {
  return {
    name: 'send-communication',
    description: 'Sends a text or email through the organization’s channel.',
    retryLimit: 10,
    concurrency: MAX_CONCURRENT,
    perGroup: MAX_CONCURRENT_PER_CHANNEL,
    async handle(context, tasks) {
      for (const task of tasks) await send(context, task, print);
    },
  };
}

/** Prints a document of the organization, such as an invoice: features above this one know how. */
export type PrintDocument = (
  database: Database,
  organizationId: string,
  document: MessageDocument,
) => Promise<Attachment>;

/** For messages without documents, and as the name of the queue. */
export const sendCommunication = sendCommunicationWith(() => {
  throw new Error('Nothing prints documents here');
});

/** Queues the task in the same transaction that makes the message due. */
export function enqueueSend(
  tx: Tx,
  { communication_id, channel }: CommunicationRow,
  options: { startAfter?: Date } = {},
): void {
  enqueue(tx, sendCommunication, { communication_id }, { ...options, group: channel });
}

async function send(
  { database, outbound, secrets }: TaskContext,
  { id: taskId, data }: QueuedTask<SendTask>,
  print: PrintDocument,
): Promise<void> {
  const organizationId = data.organization_id;
  const options = { organizationId, actor: SENDING };
  const attempt = await database.transaction(options, (tx) =>
    prepareAttempt(tx, data.communication_id, taskId),
  );
  if (attempt === null) return;
  const { row, channel, document } = attempt;
  // Before the server is called: if it cannot be printed, the task is tried again.
  const attachment = document && (await print(database, organizationId, document));
  const message = { ...attempt.message, attachment };
  const outcome = await deliver(channel, message, {
    organizationId,
    outbound,
    secrets,
    now: database.clock.now(),
    async beforeHandOver() {
      const isOurs = await database.transaction(
        options,
        async (tx) => !(await isSendingPaused(tx)) && markHandedOver(tx, row),
      );
      if (!isOurs) throw new Error('It was paused, has expired or has another attempt');
    },
  });
  const next = await database.transaction(options, async (tx) => {
    const step = await settleAttempt(tx, attempt, outcome);
    if (typeof step === 'object') {
      enqueueSend(tx, row, { startAfter: startTime(tx, row, step.waitMs) });
    }
    return step;
  });
  // The retry of the task finds the text in `sending`, as after a crash.
  if (next === 'try_again') throw new Error('The gateway gave no clear response to a text');
}

/** Null if there is nothing to send, or if it may not be sent. */
async function prepareAttempt(
  tx: Tx,
  communicationId: string,
  taskId: string,
): Promise<Attempt | null> {
  const row = await lockCommunication(tx, communicationId);
  if (row.status === 'sending') return resumeAttempt(tx, row, taskId);
  if (row.status !== 'queued' || !isMessage(row)) return null;
  if (isExpired(row, tx.now)) return expire(tx, row);
  if (await waitIfPaused(tx, row)) return expireLater(tx, row);
  const channel = await channelOf(tx, row);
  const reason = channel === null ? 'no_channel' : await findReasonNotToSend(tx, row);
  if (channel === null || reason !== null) {
    const changes = { status: 'not_sent', status_reason: reason, status_detail: null } as const;
    changeCommunication(tx, row, changes, communicationNotSent);
    return null;
  }
  const waitMs = await quietHoursWaitMs(tx, row);
  if (waitMs > 0) {
    enqueueSend(tx, row, { startAfter: startTime(tx, row, waitMs) });
    return null;
  }
  const limit = await limitReachedBy(tx, row);
  if (limit !== null) {
    changeCommunication(tx, row, { status: 'not_sent', ...limit }, communicationNotSent);
    return null;
  }
  return startAttempt(tx, row, channel, taskId);
}

/** An attempt was started and never finished. Only the server or gateway may know the outcome. */
async function resumeAttempt(
  tx: Tx,
  row: CommunicationRow,
  taskId: string,
): Promise<Attempt | null> {
  if (!isMessage(row)) return null;
  const isAbandoned = tx.now.getTime() - row.updated_at.getTime() > ABANDONED_MS;
  if (row.attempt_id !== taskId && !isAbandoned) {
    // Another task is working on it. Check again later, in case that task never finishes.
    const startAfter = new Date(Date.now() + ABANDONED_MS);
    enqueueSend(tx, row, { startAfter });
    return null;
  }
  const channel = await findChannel(tx, row.channel_id);
  const isRepeatable = isSafeToRepeat(channel) || row.handed_over_at === null;
  const isOver = isExpired(row, tx.now);
  if (isRepeatable && !isOver && (await waitIfPaused(tx, row))) return expireLater(tx, row);
  const reason = isOver ? 'expired' : await findReasonNotToSend(tx, row);
  if (isRepeatable && row.attempts < MAX_ATTEMPTS && reason === null) {
    return startAttempt(tx, row, channel, taskId);
  }
  if (channel.kind === 'smtp' && row.handed_over_at === null) {
    const status = reason === null ? 'failed' : 'not_sent';
    const notSent = isOver ? communicationExpired : communicationNotSent;
    const type = reason === null ? communicationFailed : notSent;
    changeCommunication(tx, row, { status, status_reason: reason ?? 'interrupted' }, type);
    return null;
  }
  const changes = { status: 'unknown', status_reason: row.status_reason ?? 'interrupted' } as const;
  changeCommunication(tx, row, changes, communicationUnknown);
  return null;
}

/** The message was not sent in time. */
function expire(tx: Tx, row: CommunicationRow): null {
  const why = { status_reason: 'expired', status_detail: null };
  changeCommunication(tx, row, { status: 'not_sent', ...why }, communicationExpired);
  return null;
}

/** A message that waits for sending to be resumed expires on time. */
function expireLater(tx: Tx, row: CommunicationRow): null {
  if (row.expires_at !== null) {
    enqueueSend(tx, row, { startAfter: startTime(tx, row, Number.POSITIVE_INFINITY) });
  }
  return null;
}

/**
 * When the next task of a message starts: after the wait, but at the latest when the message expires. The queue uses the
 * clock of the database, not the injected clock of the service.
 */
function startTime(tx: Tx, { expires_at }: CommunicationRow, waitMs: number): Date {
  const untilExpiry = expires_at === null ? waitMs : expires_at.getTime() - tx.now.getTime();
  return new Date(Date.now() + Math.max(Math.min(waitMs, untilExpiry), 0));
}
