import { inEveryOrganization } from '../../../platform/database/every-organization.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Task } from '../../../platform/tasks/task.ts';

/**
 * Deliveries are partitioned by month, and pending ones are nearly always in the newest. From which month on they are is
 * kept for each endpoint, so that looking for them does not get slower with every month.
 */
export const raisePendingFrom: Task = {
  name: 'raise-pending-from',
  description: 'Finds out in which months webhook endpoints have pending deliveries.',
  retryLimit: 2,
  schedule: '10 3 * * *',
  async handle({ database }) {
    await inEveryOrganization(database, (tx) => tx.query(raise, [tx.organizationId]));
  },
};

const raise = statement('raise_webhooks_pending_from', 'select raise_webhooks_pending_from($1)');
