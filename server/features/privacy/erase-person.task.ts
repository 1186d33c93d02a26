import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { QueuedTask, Task } from '../../platform/tasks/task.ts';
import { collectValues } from './collect-values.ts';
import { eraseLateResponses, findErasure, takeErasureStep, toErasure } from './erasure-queries.ts';
import { personErased } from './events.ts';

interface ErasureTask {
  erasure_id: string;
  /** Set on the second task, which runs after the erasure. */
  is_late?: boolean;
}

const ERASURE: Actor = { type: 'system', id: null, name: 'erasure' };

/** After this time the erasure continues in a new task, so that others get their turn. */
const RUN_MS = 10_000;
/** Longer than a request to a receiver can take. */
const LATE_MS = 2 * 60 * 1000;

/**
 * Erases a person in steps, each in its own short transaction, so that no lock is held for long. The database knows
 * what is next, so a killed worker loses and repeats nothing.
 */
export const erasePerson: Task<ErasureTask> = {
  name: 'erase-person',
  description: 'Replaces all values of a person by marks.',
  retryLimit: 20,
  concurrency: 2,
  async handle({ database }, tasks) {
    for (const task of tasks) await erase(database, task);
  },
};

async function erase(database: Database, { data, signal }: QueuedTask<ErasureTask>): Promise<void> {
  const endsAt = performance.now() + RUN_MS;
  const as = { organizationId: data.organization_id, actor: ERASURE };
  if (data.is_late) {
    await database.transaction(as, async (tx) => eraseLateResponses(tx, data.erasure_id));
    return;
  }
  await database.transaction(as, (tx) => collectValues(tx, data.erasure_id));
  for (;;) {
    const isDone = await database.transaction(as, (tx) => step(tx, data.erasure_id));
    if (isDone) return;
    if (performance.now() > endsAt || signal.aborted) break;
  }
  await database.transaction(as, (tx) => enqueue(tx, erasePerson, { erasure_id: data.erasure_id }));
}

async function step(tx: Tx, erasureId: string): Promise<boolean> {
  const before = await findErasure(tx, erasureId);
  if (before.status === 'completed') return true;
  const event = { event_id: newUuid(), at: tx.now, data: toErasure(before) };
  const phase = await takeErasureStep(tx, before, event);
  if (phase !== 'completed') return false;
  tx.wroteEvents([personErased.type]);
  // The queue uses the clock of the database.
  const late = { erasure_id: erasureId, is_late: true };
  enqueue(tx, erasePerson, late, { startAfter: new Date(Date.now() + LATE_MS) });
  return true;
}
