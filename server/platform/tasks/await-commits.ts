import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Actor } from '../events/event.ts';

const QUEUE: Actor = { type: 'system', id: null, name: 'queue' };
const awaitOnNode = statement('await_commits', 'select await_commits($1)');

/**
 * On a cluster, a task and the mutation that queued it are one commit on two nodes, and the task is visible first. So
 * each waits until the mutation is visible too, on the node of its organization.
 */
export async function awaitCommits(
  database: Database,
  organizationIds: readonly (string | undefined)[],
): Promise<void> {
  if (!database.isDistributed) return;
  for (const organizationId of new Set(organizationIds)) {
    if (organizationId === undefined) continue;
    await database.read({ organizationId, actor: QUEUE }, (tx) =>
      tx.query(awaitOnNode, [organizationId]),
    );
  }
}
