import type { Actor } from '../../platform/events/event.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { Task } from '../../platform/tasks/task.ts';
import { findAppointment } from './appointment-queries.ts';
import { emitEnded, endLapsedHold } from './lapsed-holds.ts';

const CLOCK: Actor = { type: 'system', id: null, name: 'clock' };
const SOON_MS = 1000;

/** Tells that a hold has ended. It blocks nobody from its very second on, whether or not this has run. */
export const endHold: Task<{ hold_id: string }> = {
  name: 'end-hold',
  description: 'Writes down that a hold has ended unused.',
  retryLimit: 10,
  async handle({ database }, tasks) {
    for (const { data } of tasks) {
      const { organization_id: organizationId, hold_id } = data;
      await database.transaction({ organizationId, actor: CLOCK }, async (tx) => {
        const ended = await endLapsedHold(tx, hold_id);
        emitEnded(tx, ended);
        if (ended.length > 0) return;
        const { status, hold_expires_at } = await findAppointment(tx, hold_id);
        // The database's clock, by which the task was due, may be ahead of ours.
        if (status !== 'held' || hold_expires_at === null) return;
        const startAfter = new Date(hold_expires_at.getTime() + SOON_MS);
        await enqueue(tx, endHold, { hold_id }, { startAfter });
      });
    }
  },
};
