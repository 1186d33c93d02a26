import { inEveryOrganization } from '../../platform/database/every-organization.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Task } from '../../platform/tasks/task.ts';

/**
 * The database numbers the events in the transaction that writes them, so none can be missing. This would notice a
 * mistake, or someone who changed the tables by hand.
 */
export const checkEventLog: Task = {
  name: 'check-event-log',
  description: 'Checks that no event is missing from the log of any organization.',
  retryLimit: 2,
  schedule: '40 3 * * *',
  async handle({ database }) {
    const incomplete: string[] = [];
    await inEveryOrganization(database, async (tx) => {
      if (!(await isComplete(tx))) incomplete.push(tx.organizationId);
    });
    if (incomplete.length > 0)
      throw new Error(`Events are missing from the logs of ${incomplete.join(', ')}`);
  },
};

async function isComplete(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ is_complete: boolean }>(compareWithCounter, [tx.organizationId]);
  return row?.is_complete ?? true;
}

const compareWithCounter = statement(
  'compare_log_with_counter',
  `select count(e.seq) = c.event_seq - first_logged_seq($1) + 1
     and coalesce(max(e.seq), c.event_seq) = c.event_seq as is_complete
   from organization_counters c
   left join events e on e.organization_id = c.organization_id and e.seq <= c.event_seq
   where c.organization_id = $1
   group by c.event_seq`,
);
