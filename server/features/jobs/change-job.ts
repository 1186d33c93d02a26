import type { Tx } from '../../platform/database/transaction.ts';
import { changedFields } from '../../platform/events/changed-fields.ts';
import { type EventType, pendingEvent } from '../../platform/events/event.ts';
import { type FullJob, saveJob, toJob } from './queries.ts';
import type { Job } from './schemas.ts';

/** Writes the change of a locked job and the events that tell of it, and answers the job after. */
export function changeJob(
  tx: Tx,
  before: FullJob,
  changes: Partial<FullJob>,
  ...types: EventType<typeof Job>[]
): Job {
  const after = { ...before, ...changes, updated_at: tx.now };
  saveJob(tx, after);
  const job = toJob(after);
  const previous = changedFields(toJob(before), job);
  tx.emit(before.lifecycle_number, ...types.map((type) => pendingEvent(type, job, previous)));
  return job;
}
