import { inEveryOrganization } from '../database/every-organization.ts';
import { statement } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import type { Task } from './task.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** An hourly task that deletes what every organization no longer needs: what is from before now, or from `days` ago. */
export function purgeTask(purge: {
  name: `purge-${string}`;
  description: string;
  /** Each has a minute of its own, so that they do not all run at once. */
  minute: number;
  days: number;
  run(tx: Tx, before: Date): unknown;
}): Task {
  const { name, description, minute, days } = purge;
  return {
    name,
    description,
    retryLimit: 3,
    schedule: `${minute} * * * *`,
    handle: ({ database }) =>
      inEveryOrganization(database, async (tx) => {
        await purge.run(tx, new Date(tx.now.getTime() - days * DAY_MS));
      }),
  };
}

/** Deletes the rows of a table that match the condition; $2 is the time that they are from before. */
export function deleteRows(table: string, condition: string) {
  const deleted = statement(
    `purge_${table}`,
    `delete from ${table} where organization_id = $1 and ${condition}`,
  );
  return (tx: Tx, before: Date) => tx.query(deleted, [tx.organizationId, before]);
}
