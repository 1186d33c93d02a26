import { everyOrganization } from '../../../platform/database/every-organization.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import type { Actor } from '../../../platform/events/event.ts';
import type { Task, TaskContext } from '../../../platform/tasks/task.ts';
import { changeCommunication } from '../communications/change-communication.ts';
import { communicationNotSent } from '../communications/events.ts';
import { saveCommunication } from '../communications/queries.ts';
import { enqueueSend } from '../communications/send-communication.task.ts';
import { isSendingPaused } from '../communications/sending-switch.ts';
import { lockWaitingMessages } from './queries.ts';

interface ReleaseTask {
  /** In every organization, because the operator resumed sending. */
  everywhere: boolean;
  discard: boolean;
}

const RELEASING: Actor = { type: 'system', id: null, name: 'sending' };
const BATCH = 500;

/** Sends or discards the messages that waited while sending was paused. It stops if sending is paused again. */
export const releaseMessages: Task<ReleaseTask> = {
  name: 'release-messages',
  description: 'Sends or discards the messages that waited while sending was paused.',
  retryLimit: 10,
  async handle(context, tasks) {
    for (const { data } of tasks) {
      const organizationIds = data.everywhere
        ? await everyOrganization(context.database)
        : [data.organization_id];
      for (const id of organizationIds) await release(context, id, data.discard);
    }
  },
};

async function release(
  { database }: TaskContext,
  organizationId: string,
  discard: boolean,
): Promise<void> {
  const options = { organizationId, actor: RELEASING };
  let released: number;
  do {
    released = await database.transaction(options, (tx) => releaseBatch(tx, discard));
  } while (released === BATCH);
}

async function releaseBatch(tx: Tx, discard: boolean): Promise<number> {
  if (await isSendingPaused(tx)) return 0;
  const rows = await lockWaitingMessages(tx, BATCH);
  for (const row of rows) {
    if (discard) {
      const detail = 'It waited while sending was paused, and was discarded.';
      const changes = { status: 'not_sent', status_detail: detail } as const;
      changeCommunication(tx, row, changes, communicationNotSent);
      continue;
    }
    saveCommunication(tx, { ...row, status_reason: null, status_detail: null, updated_at: tx.now });
    enqueueSend(tx, row);
  }
  return rows.length;
}
