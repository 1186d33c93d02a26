import type { Tx } from '../../platform/database/transaction.ts';
import { changeResource } from '../../platform/events/change-resource.ts';
import type { EventType } from '../../platform/events/event.ts';
import { type FullJob, jobs, toJob } from './job-row.ts';
import type { Job } from './schemas.ts';

/** Saves the changes of a locked job and emits its events. */
export function changeJob(
  tx: Tx,
  before: FullJob,
  changes: Partial<FullJob>,
  ...types: EventType<typeof Job>[]
): Job {
  return changeResource(tx, { save: jobs.update, show: toJob }, before, changes, ...types);
}
