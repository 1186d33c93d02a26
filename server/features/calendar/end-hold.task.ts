import type { Actor } from '../../platform/events/event.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { Task } from '../../platform/tasks/task.ts';
import { findAppointment } from './appointment-queries.ts';
import { emitHoldsEnded, endLapsedHold } from './lapsed-holds.ts';

const CLOCK: Actor = { type: 'system', id: null, name: 'clock' };
const RETRY_DELAY_MS = 1000;

/** Records that a hold has expired. The hold blocks nothing from that second on, even before this task runs. */
export const endHold: Task<{ hold_id: string }> = {
  name: 'end-hold',
  description: 'Records that a hold expired before it was booked.',
  retryLimit: 10,
  async handle({ database }, tasks) {
    for (const { data } of tasks) {
      const { organization_id: organizationId, hold_id } = data;
      await database.transaction({ organizationId, actor: CLOCK }, async (tx) => {
        const ended = await endLapsedHold(tx, hold_id);
        emitHoldsEnded(tx, ended);
        if (ended.length > 0) return;
        const { status, hold_expires_at } = await findAppointment(tx, hold_id);
        // The task was due by the database's clock, which can be ahead of ours.
        if (status !== 'held' || hold_expires_at === null) return;
        const startAfter = new Date(hold_expires_at.getTime() + RETRY_DELAY_MS);
        await enqueue(tx, endHold, { hold_id }, { startAfter });
      });
    }
  },
};
