import { QUEUE_CHANNEL } from '../platform/tasks/queue-channel.ts';
import { eventually } from './eventually.ts';
import type { TestService } from './harness.ts';

/**
 * Waits until tasks of this kind wait for their time, usually to be tried again after a failure, and makes them due at
 * once: the queue uses the clock of the database, which a test cannot move.
 */
export async function hurryTasks(
  { owner }: TestService,
  { name, having }: { name: string; having: object },
): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await owner.query(
      `update pgboss.job set start_after = now()
       where name = $1 and state < 'active' and start_after > now() and data @> $2`,
      [name, JSON.stringify(having)],
    );
    return rowCount !== 0;
  });
  await owner.query('select pg_notify($1, $2)', [QUEUE_CHANNEL, name]);
}
