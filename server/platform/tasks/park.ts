import type { JobWithMetadata } from 'pg-boss';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { suspendedOrganizations } from '../database/suspension.ts';
import type { Tx } from '../database/transaction.ts';
import type { Actor } from '../events/event.ts';
import type { TaskData } from './task.ts';

type Job = JobWithMetadata<TaskData>;

const SUSPENSION: Actor = { type: 'system', id: null, name: 'suspension' };

/**
 * Puts the tasks of suspended organizations aside until they are resumed, and returns the others. A task is parked
 * before it counts as done; if the process is killed in between, it is parked twice, and handlers can run twice.
 */
export async function parkSuspended(
  database: Database,
  taskName: string,
  jobs: readonly Job[],
): Promise<Job[]> {
  const suspended = await suspendedOrganizations(database);
  if (suspended.size === 0) return [...jobs];
  const due: Job[] = [];
  for (const job of jobs) {
    const isParked =
      suspended.has(job.data?.organization_id) && (await park(database, taskName, job));
    if (!isParked) due.push(job);
  }
  return due;
}

/** False if the organization was resumed meanwhile. */
function park(database: Database, taskName: string, { data, singletonKey, groupId }: Job) {
  const { organization_id: organizationId } = data;
  return database.transaction({ organizationId, actor: SUSPENSION }, async (tx) => {
    const values = [organizationId, taskName, JSON.stringify(data), singletonKey, groupId];
    const [row] = await tx.query<{ is_parked: boolean }>(parkTask, values);
    return row?.is_parked ?? false;
  });
}

/** In the transaction that resumes the organization of the transaction. */
export function releaseParked(tx: Tx): void {
  tx.query(releaseTasks, [tx.organizationId]);
}

const parkTask = statement('park_task', 'select park_task($1, $2, $3, $4, $5) as is_parked');
const releaseTasks = statement('release_parked_tasks', 'select release_parked_tasks($1)');
